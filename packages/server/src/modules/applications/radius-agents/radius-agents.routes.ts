import * as contract from '@signet/contract/applications/radius-agents'
import { routes } from '../../../kit/routes.ts'
import { change, create, listAll, read, remove, renewCredential } from './radius-agents.service.ts'

export const radiusAgentRoutes = routes(contract, {
  listRadiusAgents: listAll,
  createRadiusAgent: (ctx, { body }) => create(ctx, body),
  readRadiusAgent: (ctx, { params }) => read(ctx, params.id),
  updateRadiusAgent: (ctx, { params, body }) => change(ctx, params.id, body),
  deleteRadiusAgent: (ctx, { params }) => remove(ctx, params.id),
  renewRadiusCredential: (ctx, { params }) => renewCredential(ctx, params.id),
})
