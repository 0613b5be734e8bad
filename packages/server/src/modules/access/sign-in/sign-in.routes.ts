import type { AuthenticationInformation } from '@signet/contract/access/authentication'
import * as contract from '@signet/contract/access/authentication'
import * as pushes from '@signet/contract/access/pushes'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { routes } from '../../../kit/routes.ts'
import { providersFor } from '../../applications/identity-providers/index.ts'
import { sessionTimes, settings } from '../../settings/families/index.ts'
import { logout, renew } from '../../tenancy/sessions/index.ts'
import { flowFor } from '../flows/index.ts'
import { isSetupOpen } from '../setup-links/index.ts'
import { complete } from './answer/complete.ts'
import {
  completePasskeyEnrolment,
  completeTokenEnrolment,
  startPasskeyEnrolment,
  startTokenEnrolment,
} from './answer/enrolment.ts'
import { changeExpired } from './answer/password-change.ts'
import { query } from './begin/query.ts'
import { spIdentityProvider } from './begin/sp-identity-provider.ts'
import { beginStepUp } from './begin/step-up.ts'
import { signInChallenge, waitForPush } from './challenge/challenge.ts'
import type { Doors } from './transaction/doors.ts'

/** How people begin who have not said yet who they are. */
const startOf = async (ctx: Context) => {
  const [flow, fido] = await Promise.all([
    flowFor(ctx, { applicationId: null, person: null }),
    settings.fido(ctx),
  ])
  const passkeyEnabled = fido.passkeyEnabled && flow.firstFactors.includes('PASSKEY')
  const { providers } = await providersFor(ctx, null)
  const isOffered = flow.firstFactors.includes('IDP')
  const identityProviders = isOffered
    ? providers.map(({ id, name, type }) => ({ id, name, type }))
    : []
  return { loginType: flow.loginType, passkeyEnabled, identityProviders }
}

type ShownSignUp = z.input<typeof AuthenticationInformation>['signUp']

/**
 * The authentication API; `doors` lead back to the protocols that send people here, `signUp` says
 * what the sign-in page shows of sign-up.
 */
export const signInRoutes = (doors: Doors, signUp: (ctx: Context) => Promise<ShownSignUp>) =>
  routes(contract, {
    queryAuthenticators: (ctx, { body }) => query(ctx, doors, body),
    challengeAuthenticator: (ctx, { params, body }) =>
      signInChallenge(ctx, {
        ...params,
        authToken: body.authToken,
        machine: body.machineAuthenticator,
        place: { type: body.otpDeliveryType, attribute: body.otpDeliveryAttribute },
      }),
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
    beginStepUp: (ctx, { body }) => beginStepUp(ctx, doors, body),
    logout,
    renewSession: (ctx) =>
      renew(
        ctx,
        sessionTimes.lives(ctx, { administrator: sessionTimes.administers(signedInUser(ctx)) }),
      ),
    readAuthenticationInformation: async (ctx) => ({
      applicationName: null,
      applicationLogo: null,
      ...(await startOf(ctx)),
      spIdentityProvider: await spIdentityProvider(ctx),
      passwordResetEnabled: (await settings.passwordReset(ctx)).enabled,
      signUpUrl: (await settings.registration(ctx)).onboardingUrl,
      signUp: await signUp(ctx),
      setupOpen: await isSetupOpen(ctx),
    }),
  })

/** How pushes were answered, for the browsers that wait. */
export const pushRoutes = routes(pushes, {
  waitForPush: (ctx, { body }) => waitForPush(ctx, body.authToken),
})
