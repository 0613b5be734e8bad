import * as agentApplications from '@signet/contract/applications/agent-applications'
import * as apiApplications from '@signet/contract/applications/api-applications'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './api-applications.service.ts'
import { authenticate } from './authenticate.service.ts'

const apiApplicationRoutes = routes(apiApplications, {
  authenticateAdminApi: (ctx, { body }) => authenticate(ctx, body),

  listAdminApiApplications: (ctx) => service.listAll(ctx, 'ADMIN_API'),
  createAdminApiApplication: (ctx, { body }) => service.create(ctx, 'ADMIN_API', body),
  readAdminApiApplication: (ctx, { params }) => service.read(ctx, 'ADMIN_API', params.id),
  updateAdminApiApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: 'ADMIN_API', ...params }, body),
  deleteAdminApiApplication: (ctx, { params }) => service.remove(ctx, 'ADMIN_API', params.id),
  regenerateAdminApiSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: 'ADMIN_API', ...params, ...body }),

  listAuthApiApplications: (ctx) => service.listAll(ctx, 'AUTH_API'),
  createAuthApiApplication: (ctx, { body }) => service.create(ctx, 'AUTH_API', body),
  readAuthApiApplication: (ctx, { params }) => service.read(ctx, 'AUTH_API', params.id),
  updateAuthApiApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: 'AUTH_API', ...params }, body),
  deleteAuthApiApplication: (ctx, { params }) => service.remove(ctx, 'AUTH_API', params.id),
  regenerateAuthApiSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: 'AUTH_API', ...params, ...body }),

  listSiemApplications: (ctx) => service.listAll(ctx, 'SIEM'),
  createSiemApplication: (ctx, { body }) => service.create(ctx, 'SIEM', body),
  readSiemApplication: (ctx, { params }) => service.read(ctx, 'SIEM', params.id),
  updateSiemApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: 'SIEM', ...params }, body),
  deleteSiemApplication: (ctx, { params }) => service.remove(ctx, 'SIEM', params.id),
  regenerateSiemSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: 'SIEM', ...params, ...body }),

  listIdgApplications: (ctx) => service.listAll(ctx, 'IDG'),
  createIdgApplication: (ctx, { body }) => service.create(ctx, 'IDG', body),
  readIdgApplication: (ctx, { params }) => service.read(ctx, 'IDG', params.id),
  updateIdgApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: 'IDG', ...params }, body),
  deleteIdgApplication: (ctx, { params }) => service.remove(ctx, 'IDG', params.id),
  regenerateIdgSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: 'IDG', ...params, ...body }),

  listIssuanceApiApplications: (ctx) => service.listAll(ctx, 'ISSUANCE_API'),
  createIssuanceApiApplication: (ctx, { body }) => service.create(ctx, 'ISSUANCE_API', body),
  readIssuanceApiApplication: (ctx, { params }) => service.read(ctx, 'ISSUANCE_API', params.id),
  updateIssuanceApiApplication: (ctx, { params, body }) =>
    service.change(ctx, { type: 'ISSUANCE_API', ...params }, body),
  deleteIssuanceApiApplication: (ctx, { params }) => service.remove(ctx, 'ISSUANCE_API', params.id),
  regenerateIssuanceApiSecret: (ctx, { params, body }) =>
    service.regenerate(ctx, { type: 'ISSUANCE_API', ...params, ...body }),
})

const agentApplicationRoutes = routes(agentApplications, {
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

export const apiApplicationsModule: Module = {
  routes: [agentApplicationRoutes, apiApplicationRoutes],
  secretColumns: ['api_applications.former_hash', 'api_applications.secret_hash'],
}
