import * as contract from '@signet/contract/access/password-reset'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  authenticate,
  challenge,
  complete,
  query,
  unlock,
  validate,
} from './password-reset.service.ts'

export const passwordResetModule: Module = {
  routes: [
    routes(contract, {
      queryPasswordReset: (ctx, { body }) => query(ctx, body),
      challengePasswordReset: (ctx, { body }) => challenge(ctx, body),
      authenticatePasswordReset: (ctx, { body }) => authenticate(ctx, body),
      validateResetPassword: (ctx, { body }) => validate(ctx, body),
      completePasswordReset: (ctx, { body }) => complete(ctx, body),
      unlockPassword: (ctx, { body }) => unlock(ctx, body.authToken),
    }),
  ],
}
