import * as contract from '@signet/contract/access/user-portal-application'
import { routes } from '../../../kit/routes.ts'
import { change, read } from './user-portal-application.service.ts'

export const userPortalApplicationRoutes = routes(contract, {
  readUserPortalApplication: read,
  updateUserPortalApplication: (ctx, input) => change(ctx, input),
})
