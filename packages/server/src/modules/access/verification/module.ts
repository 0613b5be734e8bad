import * as contract from '@signet/contract/access/verification'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { authenticatePush, challengePush } from './push-verification.service.ts'
import { authenticate, challenge, query, validatePassword } from './verification.service.ts'

export const verificationModule: Module = {
  routes: [
    routes(contract, {
      queryVerification: (ctx, { body }) => query(ctx, body.userId),
      queryTokenVerification: (ctx, { body }) => query(ctx, body.userId, 'TOKEN'),
      challengeTokenVerification: (ctx, { body }) => challenge(ctx, body.authToken, 'TOKEN'),
      authenticateTokenVerification: (ctx, { body }) => authenticate(ctx, body, 'TOKEN'),
      queryGridVerification: (ctx, { body }) => query(ctx, body.userId, 'GRID'),
      challengeGridVerification: (ctx, { body }) => challenge(ctx, body.authToken, 'GRID'),
      authenticateGridVerification: (ctx, { body }) => authenticate(ctx, body, 'GRID'),
      queryOtpVerification: (ctx, { body }) => query(ctx, body.userId, 'OTP'),
      challengeOtpVerification: (ctx, { body }) => challenge(ctx, body.authToken, 'OTP'),
      authenticateOtpVerification: (ctx, { body }) => authenticate(ctx, body, 'OTP'),
      queryPushVerification: (ctx, { body }) => query(ctx, body.userId, 'TOKENPUSH'),
      challengePushVerification: (ctx, { body }) => challengePush(ctx, body.authToken),
      validatePassword: (ctx, { body }) => validatePassword(ctx, body),
      authenticatePushVerification: (ctx, { body }) => authenticatePush(ctx, body.authToken),
    }),
  ],
}
