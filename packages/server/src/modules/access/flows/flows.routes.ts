import * as contract from '@signet/contract/access/authentication-flows'
import { routes } from '../../../kit/routes.ts'
import * as service from './flows.service.ts'

export const flowRoutes = routes(contract, {
  listAuthenticationFlows: service.list,
  readAuthenticationFlow: (ctx, { params }) => service.read(ctx, params.id),
  createAuthenticationFlow: (ctx, { body }) => service.create(ctx, body),
  updateAuthenticationFlow: (ctx, { params, body }) => service.change(ctx, params.id, body),
  deleteAuthenticationFlow: (ctx, { params }) => service.remove(ctx, params.id),
})
