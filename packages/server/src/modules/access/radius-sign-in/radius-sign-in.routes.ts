import * as contract from '@signet/contract/access/radius-sign-in'
import { routes } from '../../../kit/routes.ts'
import { account } from './accounting.service.ts'
import { readConfiguration } from './configuration.service.ts'
import { decideAccess } from './deciding.service.ts'

/** What RADIUS agents ask, on their own credential. */
export const radiusSignInRoutes = routes(contract, {
  readRadiusConfiguration: (ctx, { body }) => readConfiguration(ctx, body),
  accountRadiusSession: (ctx, { body }) => account(ctx, body),
  decideRadiusAccess: (ctx, { body }) => decideAccess(ctx, body),
})
