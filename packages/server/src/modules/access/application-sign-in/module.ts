import * as contract from '@signet/contract/access/application-sign-in'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { authenticate, begin, challenge } from './application-sign-in.service.ts'

/** What programs ask, before which people stand. */
const applicationSignInRoutes = routes(contract, {
  beginApplicationSignIn: (ctx, { body }) => begin(ctx, body),
  challengeApplicationSignIn: (ctx, { body }) => challenge(ctx, body),
  completeApplicationSignIn: (ctx, { body }) => authenticate(ctx, body),
})

export const applicationSignInModule: Module = {
  routes: [applicationSignInRoutes],
}
