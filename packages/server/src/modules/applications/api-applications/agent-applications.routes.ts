import * as contract from '@signet/contract/applications/agent-applications'
import { routes } from '../../../kit/routes.ts'
import * as service from './api-applications.service.ts'

export const agentApplicationRoutes = routes(contract, {
  listAgentApplications: (ctx, { params }) => service.listAll(ctx, params.applicationType),
  createAgentApplication: (ctx, { params, body }) =>
    service.create(ctx, params.applicationType, body),
  readAgentApplication: (ctx, { params }) => service.read(ctx, params.applicationType, params.id),
  updateAgentApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: params.applicationType, id: params.id }, body),
  deleteAgentApplication: (ctx, { params }) =>
    service.remove(ctx, params.applicationType, params.id),
  regenerateAgentSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: params.applicationType, id: params.id, ...body }),
})
