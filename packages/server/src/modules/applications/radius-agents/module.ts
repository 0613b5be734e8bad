import * as contract from '@signet/contract/applications/radius-agents'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { change, create, listAll, read, remove, renewCredential } from './radius-agents.service.ts'

export const radiusAgentsModule: Module = {
  routes: [
    routes(contract, {
      listRadiusAgents: listAll,
      createRadiusAgent: (ctx, { body }) => create(ctx, body),
      readRadiusAgent: (ctx, { params }) => read(ctx, params.id),
      updateRadiusAgent: (ctx, { params, body }) => change(ctx, params.id, body),
      deleteRadiusAgent: (ctx, { params }) => remove(ctx, params.id),
      renewRadiusCredential: (ctx, { params }) => renewCredential(ctx, params.id),
    }),
  ],
  kept: {
    'radius_agents.former_credential_until': 'the end of a former credential, not of the agent',
  },
  secretColumns: ['radius_agents.credential_hash', 'radius_agents.former_credential_hash'],
}
