import * as contract from '@signet/contract/access/self-tenants'
import { routes } from '../../../kit/routes.ts'
import { listOwnTenants } from './self-tenants.repository.ts'

export const selfTenantRoutes = routes(contract, {
  listOwnTenants: (ctx, { query }) => listOwnTenants(ctx, query.search),
})
