import * as contract from '@signet/contract/operations/reports'
import { routes } from '../../../kit/routes.ts'
import * as service from './reports.service.ts'

export const reportRoutes = routes(contract, {
  countAuthentications: (ctx, { body }) => service.authentications(ctx, body),
  countActiveUsers: (ctx, { body }) => service.activeUsers(ctx, body),
  listFailedAuthentications: (ctx, { body }) => service.failedAuthentications(ctx, body),
  countOutcomes: (ctx, { body }) => service.outcomes(ctx, body),
  countUsers: (ctx, { body }) => service.users(ctx, body),
})
