import * as contract from '@signet/contract/access/authentication'
import { routes } from '../../../kit/routes.ts'
import { policies } from '../../authenticators/policies/index.ts'
import { logout, renew } from '../../tenancy/sessions/index.ts'
import { signInChallenge } from './challenge.ts'
import { complete } from './complete.ts'
import type { Doors } from './doors.ts'
import {
  completePasskeyEnrolment,
  completeTokenEnrolment,
  startPasskeyEnrolment,
  startTokenEnrolment,
} from './enrolment.ts'
import { changeExpired } from './password-change.ts'
import { query } from './query.ts'
import { beginStepUp } from './step-up.ts'

/** The authentication API; `doors` lead back to the protocols that send people here. */
export const signInRoutes = (doors: Doors) =>
  routes(contract, {
    queryAuthenticators: (ctx, { body }) => query(ctx, doors, body),
    challengeAuthenticator: (ctx, { params, body }) =>
      signInChallenge(ctx, { ...params, authToken: body.authToken }),
    completeAuthentication: (ctx, { params, body }) =>
      complete(ctx, doors, { authenticator: params.authenticator, given: body }),
    changeExpiredPassword: (ctx, { body }) => changeExpired(ctx, doors, body),
    startEnrollment: (ctx, { params, body }) =>
      params.authenticator === 'TOKEN'
        ? startTokenEnrolment(ctx, body.authToken)
        : startPasskeyEnrolment(ctx, body.authToken),
    completeEnrollment: (ctx, { params, body }) =>
      params.authenticator === 'TOKEN'
        ? completeTokenEnrolment(ctx, doors, body)
        : completePasskeyEnrolment(ctx, doors, body),
    beginStepUp: (ctx, { body }) => beginStepUp(ctx, body.machineNonce),
    logout,
    renewSession: renew,
    readAuthenticationInformation: async (ctx) => ({
      applicationName: null,
      applicationLogo: null,
      loginType: 'USER_LOGIN' as const,
      passwordResetEnabled: (await policies.passwordReset(ctx)).enabled,
      passkeyEnabled: (await policies.fido(ctx)).passkeyEnabled,
    }),
  })
