import type {
  beginStepUp,
  challengeAuthenticator,
  changeExpiredPassword,
  completeAuthentication,
  completeEnrollment,
  logout,
  queryAuthenticators,
  readAuthenticationInformation,
  startEnrollment,
} from '@signet/contract/access/authentication'
import type { authenticateMagicLink } from '@signet/contract/access/magic-links'
import type {
  decideOidcConsent,
  readOidcInteraction,
} from '@signet/contract/access/oidc-interactions'
import type {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
  validateResetPassword,
} from '@signet/contract/access/password-reset'
import type { waitForPush } from '@signet/contract/access/pushes'
import type { readSamlDenial } from '@signet/contract/access/saml-interactions'
import type { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import type { beginSetup, readSetup } from '@signet/contract/access/setup'
import type {
  decideSignInRequest,
  listSignInRequests,
} from '@signet/contract/access/sign-in-requests'
import type { completeSignUp, readSignUp, requestSignUp } from '@signet/contract/access/sign-up'
import type {
  completeUpstreamSignIn,
  readUpstreamSignOut,
  startUpstreamSignIn,
} from '@signet/contract/access/upstream-sign-in'
import type { decideUserCode, readUserCode } from '@signet/contract/access/user-codes'
import type { claimGooglePass, readFlashPassClaim } from '@signet/contract/issuance/flash-passes'
import type { Endpoint, ReceivedOf } from '@signet/contract/kit/endpoint'
import type { readSubscriber } from '@signet/contract/tenancy/subscribers'

/**
 * A call of the contract without its schemas, which would double this bundle. The compiler holds
 * method, path and names of fields to the contract.
 */
export interface Door<E extends Endpoint> {
  readonly method: E['method']
  readonly path: E['path']
  /** Fields an answer must hold to be taken for one; none: an empty answer. */
  readonly holds: readonly (keyof NonNullable<ReceivedOf<E>> & string)[]
  /**
   * `key`: a proof without a token. The sign-in is bound to this browser's key from its first call
   * on, and so is the session that comes of it.
   */
  readonly proof?: 'key' | 'session'
}

const door = <E extends Endpoint>(declared: Door<E>): Door<E> => declared

const state = ['authenticationCompleted', 'authenticators', 'requiredActions', 'session'] as const
const resetState = ['authToken', 'authenticators', 'resetAllowed'] as const
const users = '/api/web/v1/authentication/users'
const idp = '/api/web/v1/authentication/idp'
const reset = '/api/web/v1/authentication/passwordreset'

export const doors = {
  readSubscriber: door<typeof readSubscriber>({
    method: 'GET',
    path: '/api/web/v1/subscribers/get',
    holds: ['companyName', 'colours', 'motd', 'defaultLocale'],
  }),
  readInformation: door<typeof readAuthenticationInformation>({
    method: 'GET',
    path: '/api/web/v1/authentication/information',
    holds: ['loginType', 'passkeyEnabled', 'passwordResetEnabled', 'signUpUrl', 'signUp'],
  }),
  query: door<typeof queryAuthenticators>({
    method: 'POST',
    path: '/api/web/v2/authentication/users',
    holds: state,
    proof: 'key',
  }),
  challenge: door<typeof challengeAuthenticator>({
    method: 'POST',
    path: '/api/web/v2/authentication/users/authenticate/:authenticator',
    holds: ['authToken'],
    proof: 'key',
  }),
  complete: door<typeof completeAuthentication>({
    method: 'POST',
    path: `${users}/authenticate/:authenticator/complete`,
    holds: state,
    proof: 'key',
  }),
  beginStepUp: door<typeof beginStepUp>({
    method: 'POST',
    path: '/api/web/v1/self/authentications',
    holds: state,
    proof: 'session',
  }),
  /** The same for more of a session that is open. */
  completeStepUp: door<typeof completeAuthentication>({
    method: 'POST',
    path: `${users}/authenticate/:authenticator/complete`,
    holds: state,
    proof: 'session',
  }),
  answerMagicLink: door<typeof authenticateMagicLink>({
    method: 'POST',
    path: '/api/web/v1/authentication/magiclink/authenticate',
    holds: ['state', 'here', 'there', 'authentication'],
    proof: 'key',
  }),
  startUpstream: door<typeof startUpstreamSignIn>({
    method: 'POST',
    path: `${idp}/start`,
    holds: ['redirect', 'authToken'],
    proof: 'key',
  }),
  completeUpstream: door<typeof completeUpstreamSignIn>({
    method: 'POST',
    path: `${idp}/complete`,
    holds: ['authentication', 'linked'],
    proof: 'key',
  }),
  linkUpstream: door<typeof completeUpstreamSignIn>({
    method: 'POST',
    path: `${idp}/complete`,
    holds: ['authentication', 'linked'],
    proof: 'session',
  }),
  upstreamSignOut: door<typeof readUpstreamSignOut>({
    method: 'GET',
    path: `${idp}/logout`,
    holds: ['redirect'],
    proof: 'session',
  }),
  awaitPush: door<typeof waitForPush>({
    method: 'POST',
    path: `${users}/push`,
    holds: ['status'],
    proof: 'key',
  }),
  changePassword: door<typeof changeExpiredPassword>({
    method: 'POST',
    path: `${users}/password/change`,
    holds: state,
    proof: 'key',
  }),
  startEnrollment: door<typeof startEnrollment>({
    method: 'POST',
    path: `${users}/enroll/:authenticator`,
    holds: ['token', 'fidoOptions'],
    proof: 'key',
  }),
  completeEnrollment: door<typeof completeEnrollment>({
    method: 'POST',
    path: `${users}/enroll/:authenticator/complete`,
    holds: state,
    proof: 'key',
  }),
  createRecoveryCodes: door<typeof createOwnRecoveryCodes>({
    method: 'POST',
    path: '/api/web/v1/self/recoverycodes',
    holds: ['codes'],
    proof: 'session',
  }),
  logout: door<typeof logout>({
    method: 'POST',
    path: '/api/web/v1/authentication/logout',
    holds: [],
    proof: 'session',
  }),
  queryReset: door<typeof queryPasswordReset>({
    method: 'POST',
    path: `${reset}/query`,
    holds: resetState,
  }),
  challengeReset: door<typeof challengePasswordReset>({
    method: 'POST',
    path: `${reset}/challenge`,
    holds: ['authToken'],
  }),
  authenticateReset: door<typeof authenticatePasswordReset>({
    method: 'POST',
    path: `${reset}/authenticate`,
    holds: resetState,
  }),
  validateReset: door<typeof validateResetPassword>({
    method: 'POST',
    path: `${reset}/validatepassword`,
    holds: ['valid', 'failed'],
  }),
  completeReset: door<typeof completePasswordReset>({
    method: 'PUT',
    path: `${reset}/complete`,
    holds: ['completed'],
  }),
  readSetup: door<typeof readSetup>({
    method: 'POST',
    path: '/api/web/v1/setup/query',
    holds: ['companyName', 'kind', 'firstFactors'],
  }),
  beginSetup: door<typeof beginSetup>({
    method: 'POST',
    path: '/api/web/v1/setup',
    holds: state,
    proof: 'key',
  }),
  requestSignUp: door<typeof requestSignUp>({
    method: 'POST',
    path: '/api/web/v1/signup',
    holds: ['accepted'],
  }),
  readSignUp: door<typeof readSignUp>({
    method: 'POST',
    path: '/api/web/v1/signup/query',
    holds: ['companyName', 'email', 'userId'],
  }),
  completeSignUp: door<typeof completeSignUp>({
    method: 'POST',
    path: '/api/web/v1/signup/complete',
    holds: ['userId', 'authentication'],
    proof: 'key',
  }),
  readInteraction: door<typeof readOidcInteraction>({
    method: 'POST',
    path: '/api/web/v1/authentication/oidc/login',
    holds: ['applicationName', 'scopes'],
  }),
  readUserCode: door<typeof readUserCode>({
    method: 'POST',
    path: '/api/web/v1/authentication/oidc/usercode',
    holds: ['userCode', 'applicationName', 'scopes', 'requested'],
    proof: 'session',
  }),
  decideUserCode: door<typeof decideUserCode>({
    method: 'POST',
    path: '/api/web/v1/authentication/oidc/usercode/decide',
    holds: ['redirect'],
    proof: 'session',
  }),
  listRequests: door<typeof listSignInRequests>({
    method: 'GET',
    path: '/api/web/v1/authentication/oidc/requests',
    holds: ['requests'],
    proof: 'session',
  }),
  decideRequest: door<typeof decideSignInRequest>({
    method: 'POST',
    path: '/api/web/v1/authentication/oidc/requests/decide',
    holds: ['redirect'],
    proof: 'session',
  }),
  readSamlDenial: door<typeof readSamlDenial>({
    method: 'POST',
    path: '/api/web/v1/authentication/saml/denied',
    holds: ['applicationName', 'denied'],
  }),
  readPassLink: door<typeof readFlashPassClaim>({
    method: 'POST',
    path: '/api/web/v1/mobileFlashPass/claim/query',
    holds: ['companyName', 'title', 'wallets', 'expiresAt'],
  }),
  claimGooglePass: door<typeof claimGooglePass>({
    method: 'POST',
    path: '/api/web/v1/mobileFlashPass/downloads/google/:enrollmentId/:claimToken',
    holds: ['uri'],
  }),
  decideConsent: door<typeof decideOidcConsent>({
    method: 'POST',
    path: '/api/web/v1/authentication/oidc/consent',
    holds: ['redirect'],
    proof: 'session',
  }),
} as const
