import * as contract from '@signet/contract/access/application-sign-in'
import { routes } from '../../../kit/routes.ts'
import { authenticate, begin, challenge } from './application-sign-in.service.ts'

/** What programs ask, before which people stand. */
export const applicationSignInRoutes = routes(contract, {
  beginApplicationSignIn: (ctx, { body }) => begin(ctx, body),
  challengeApplicationSignIn: (ctx, { body }) => challenge(ctx, body),
  completeApplicationSignIn: (ctx, { body }) => authenticate(ctx, body),
})
