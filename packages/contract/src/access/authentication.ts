import { abort } from '@signet/rules/abort'
import { codeDeliveries } from '@signet/rules/code-deliveries'
import { loginFlowTypes } from '@signet/rules/sign-in'
import { z } from 'zod'
import { DeviceFingerprint } from '../authenticators/device-fingerprint.ts'
import { FidoAssertion, FidoName, FidoRegistration } from '../authenticators/fido.ts'
import { GridChallenge } from '../authenticators/grids.ts'
import { AskedQuestions, GivenAnswers } from '../authenticators/kba.ts'
import { UserMachineSettings } from '../authenticators/machines.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent } from '../kit/schemas.ts'
import { AuthenticationSession } from '../tenancy/sessions.ts'
import { IdentityProviderChoice } from './identity-provider-choices.ts'
import { PushAsked } from './pushes.ts'
import { EnrollableAuthenticator, RequiredAction, StepUpRequest } from './required-actions.ts'

export { EnrollableAuthenticator, FidoAssertion, FidoRegistration, GridChallenge, RequiredAction }

/** Authenticators that the sign-in engine serves at present. */
export const SignInAuthenticator = z
  .enum([
    'PASSWORD',
    'TOKEN',
    'TOKENCR',
    'TOKENPUSH',
    'FIDO',
    'PASSKEY',
    'OTP',
    'RECOVERY_CODE',
    'TEMP_ACCESS_CODE',
    'GRID',
    'FACE',
    'MAGICLINK',
    'EXTERNAL',
    'KBA',
    'IDP',
    'USER_CERTIFICATE',
  ])
  .meta({ id: 'SignInAuthenticator' })
export type SignInAuthenticator = z.output<typeof SignInAuthenticator>

const AuthToken = z.string().min(20).max(4000, abort)

/** One way to go on, as the person may be shown it before they are known. */
export const AuthenticatorChoice = z
  .object({
    type: SignInAuthenticator,
    /** For TOKEN: codes are not all of six digits, or a PIN stands before them. */
    variableLength: z.boolean().optional(),
    /** For OTP: masked places a code can be sent to. */
    deliveries: z
      .array(z.object({ attribute: z.string(), type: z.enum(codeDeliveries), hint: z.string() }))
      .optional(),
    /** For IDP: where this user id may sign in (`authentication/idp/start`). */
    identityProviders: z.array(IdentityProviderChoice).optional(),
  })
  .meta({ id: 'AuthenticatorChoice' })

export const AuthenticationQuery = z
  .object({
    userId: z.string().max(1024, abort).optional(),
    applicationId: z.string().max(200, abort).optional(),
    /** Carries on a transaction after a changed user id, or an interaction (an OIDC `uid`). */
    authToken: AuthToken.optional(),
    /** Stable per browser; makes a device known once a sign-in from it has completed. */
    machineNonce: z.string().max(200, abort).optional(),
    /** Of a remembered browser: the newest that it was given. An older one tells of a copy. */
    sequenceNonce: z.string().max(200, abort).optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
    locale: z.string().max(20, abort).optional(),
  })
  .meta({ id: 'AuthenticationQuery' })

/** Where a transaction stands: choices of the next step, an action to take, or a session. */
export const AuthenticationState = z
  .object({
    authenticationCompleted: z.boolean(),
    /** Present until completed; each answer's token replaces the one before. */
    authToken: z.string().nullable(),
    loginType: z.enum(loginFlowTypes),
    applicationName: z.string().nullable(),
    /** What may be used for the step that is due, preferred first. */
    authenticators: z.array(AuthenticatorChoice),
    /** False while the first factor is due, true for the second. */
    secondFactor: z.boolean(),
    requiredActions: z.array(RequiredAction),
    /** For ENROLL_SECOND_FACTOR: what counts as the second factor here. */
    enrollableAuthenticators: z.array(EnrollableAuthenticator).default([]),
    session: AuthenticationSession.nullable(),
    /** Where the browser goes on (same origin): resumes an OIDC or SAML interaction. */
    redirect: z.string().nullable(),
    machineNonce: z.string().nullable(),
    /** Of a remembered browser, once completed: it is shown with the next query. */
    sequenceNonce: z.string().nullable(),
    /** How browsers are remembered; told at the beginning. */
    userMachineSettings: UserMachineSettings.nullable().default(null),
  })
  .meta({ id: 'AuthenticationState' })

/** A locked tenant is named by the sign-in itself, with its audit event. */
const ofSignIn = {
  method: 'POST',
  actor: 'public',
  limit: 'authenticate',
  api: 'authentication',
  whileLocked: true,
} as const

export const queryAuthenticators = endpoint({
  ...ofSignIn,
  path: '/api/web/v2/authentication/users',
  body: AuthenticationQuery,
  answer: AuthenticationState,
  errors: ['no_transaction'],
  audit: null,
  summary: 'Begin a sign-in: which authenticators may be used',
  description:
    'An unknown user id is answered like a known one. Without userId a passkey may be used (PASSKEY).',
})

/** What a remembered device shows of itself, for clients that did not with their query. */
export const MachineAuthenticator = z
  .object({
    machineNonce: z.string().max(200, abort).optional(),
    sequenceNonce: z.string().max(200, abort).optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
  })
  .meta({ id: 'MachineAuthenticator' })

export const ChallengeRequest = z
  .object({
    applicationId: z.string().max(200, abort).optional(),
    requestDetail: z.string().max(2000, abort).optional(),
    authToken: AuthToken,
    requestAcrs: z.array(z.string().max(200, abort)).max(20, abort).optional(),
    machineAuthenticator: MachineAuthenticator.optional(),
    otpDeliveryType: z.enum(codeDeliveries).optional(),
    otpDeliveryAttribute: z.string().max(100, abort).optional(),
    secondFactorAuthenticator: SignInAuthenticator.optional(),
    tokenPushMutualChallengeEnabled: z.boolean().optional(),
    pushMutualChallengeEnabled: z.boolean().optional(),
    summary: z.string().max(2000, abort).optional(),
    userId: z.string().max(1024, abort).optional(),
    locale: z.string().max(20, abort).optional(),
    machineNonce: z.string().max(200, abort).optional(),
    sequenceNonce: z.string().max(200, abort).optional(),
  })
  .meta({ id: 'ChallengeRequest' })

export const ChallengeAnswer = z
  .object({
    authToken: z.string(),
    authenticationCompleted: z.boolean(),
    /** FIDO and PASSKEY: PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, 5.1.10). */
    fidoChallenge: z.record(z.string(), z.unknown()).nullable(),
    /** OTP: where the code was sent (masked) and when it ends. */
    otp: z.object({ hint: z.string(), expiresAt: Instant, resendAfter: Instant }).nullable(),
    /** GRID. */
    gridChallenge: GridChallenge.nullable().default(null),
    /** FACE: where the person shows it, at the provider, and until when. */
    face: z.object({ url: z.string(), expiresAt: Instant }).nullable().default(null),
    /** TOKENCR: the number that is typed into the token. */
    tokenChallenge: z.string().nullable().default(null),
    /** MAGICLINK: when the link ends that was mailed, if there was anybody to mail it to. */
    magicLink: z.object({ expiresAt: Instant, resendAfter: Instant }).nullable().default(null),
    push: PushAsked.nullable().default(null),
    sequenceNonce: z.string().nullable(),
    /** What was taken of the machine that showed itself. */
    machineAuthenticator: z
      .object({ machineNonce: z.string().nullable() })
      .nullable()
      .default(null),
    /** KBA: what is asked; the same until it is answered right. */
    kbaChallenge: AskedQuestions.nullable().default(null),
    /** How this user's devices are remembered. */
    userMachineSettings: UserMachineSettings.nullable().default(null),
  })
  .meta({ id: 'ChallengeAnswer' })

const AuthenticatorParams = z.object({ authenticator: SignInAuthenticator })

export const challengeAuthenticator = endpoint({
  ...ofSignIn,
  path: '/api/web/v2/authentication/users/authenticate/:authenticator',
  params: AuthenticatorParams,
  body: ChallengeRequest,
  answer: ChallengeAnswer,
  errors: [
    'no_transaction',
    'no_otp',
    'invalid_user_response',
    'password_reset_not_allowed',
    'service_unavailable',
    'push_paused',
    'sms_voice_used_up',
  ],
  audit: null,
  summary: 'Ask for the challenge of one authenticator',
})

export const AuthenticationResponse = z
  .object({
    authToken: AuthToken,
    /** The password, code or recovery code, as typed. */
    response: z.string().max(1024, abort).optional(),
    fidoResponse: FidoAssertion.optional(),
    /** KBA: an answer to each question that is asked. */
    kbaResponse: GivenAnswers.optional(),
    applicationId: z.string().max(200, abort).optional(),
    machineNonce: z.string().max(200, abort).optional(),
    /** Names this attempt: a repeat with the same one gets the same answer and costs nothing. */
    sequenceNonce: z.string().max(200, abort).optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
    /** Remember this browser: true has it remembered as a machine, left out as a known device. */
    rememberDevice: z.boolean().optional(),
    locale: z.string().max(20, abort).optional(),
  })
  .meta({ id: 'AuthenticationResponse' })

export const completeAuthentication = endpoint({
  ...ofSignIn,
  path: '/api/web/v1/authentication/users/authenticate/:authenticator/complete',
  params: AuthenticatorParams,
  body: AuthenticationResponse,
  answer: AuthenticationState,
  errors: [
    'no_transaction',
    'invalid_user_response',
    'invalid_user_response_locked',
    'account_locked',
    'user_locked',
    'user_invalid_state',
    'registration_expired',
    'access_denied',
    'grid_challenge_expired',
    'magic_link_invalid',
    'too_many_sessions',
  ],
  audit: 'AUTHENTICATION',
  summary: 'Answer a challenge: proves one factor',
  description:
    'Completes the step that is due. The answer carries the session when every required step has evidence. A repeat of an answered attempt gets the same answer. For MAGICLINK without a response it tells whether the link was confirmed: until then the same step is due.',
})

export const changeExpiredPassword = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/users/password/change',
  actor: 'public',
  body: z
    .object({ authToken: AuthToken, newPassword: z.string().max(1024, abort) })
    .meta({ id: 'ForcedPasswordChange' }),
  answer: AuthenticationState,
  errors: [
    'no_transaction',
    'password_invalid',
    'password_invalid_compromised',
    'password_invalid_history',
  ],
  audit: 'PASSWORD_CHANGED',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Set a new password when the sign-in demands it',
})

/** What a new authenticator needs to be set up. */
export const EnrollmentStart = z
  .object({
    authToken: z.string().nullable(),
    /** TOKEN: the otpauth URI (shown as QR code) and its secret for typing, once. */
    token: z.object({ otpauthUri: z.string(), secret: z.string() }).nullable(),
    /** FIDO: PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, 5.1.9). */
    fidoOptions: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'EnrollmentStart' })

export const startEnrollment = endpoint({
  ...ofSignIn,
  path: '/api/web/v1/authentication/users/enroll/:authenticator',
  params: z.object({ authenticator: EnrollableAuthenticator }),
  body: z.object({ authToken: AuthToken }).meta({ id: 'EnrollmentRequest' }),
  answer: EnrollmentStart,
  errors: ['no_transaction', 'token_limit_reached'],
  audit: null,
  reveals: ['tokenSecret'],
  summary: 'Begin to enroll the second factor that the sign-in demands',
})

export const EnrollmentCompletion = z.object({
  /** TOKEN: a code of the new token. */
  response: z.string().max(20, abort).optional(),
  fidoResponse: FidoRegistration.optional(),
  name: FidoName.optional(),
})

export const completeEnrollment = endpoint({
  ...ofSignIn,
  path: '/api/web/v1/authentication/users/enroll/:authenticator/complete',
  params: z.object({ authenticator: EnrollableAuthenticator }),
  body: EnrollmentCompletion.extend({ authToken: AuthToken }).meta({
    id: 'SignInEnrollmentCompletion',
  }),
  answer: AuthenticationState,
  errors: [
    'no_transaction',
    'invalid_user_response',
    'passkey_not_allowed',
    'token_limit_reached',
    'account_locked',
  ],
  audit: 'AUTHENTICATOR_ENROLLED',
  summary: 'Prove the new authenticator: it is enrolled and counts as the second factor',
})

export const beginStepUp = endpoint({
  method: 'POST',
  path: '/api/web/v1/self/authentications',
  actor: 'user',
  whileDue: true,
  body: StepUpRequest,
  answer: AuthenticationState,
  errors: ['no_transaction'],
  audit: null,
  limit: 'authenticate',
  summary: 'Begin to prove a factor again within this session',
  description:
    'Goes on with the challenge and complete calls; they answer with this session, its step-up expiry moved.',
})

const ofSession = { actor: 'user', whileDue: true, limit: 'change', api: 'authentication' } as const

export const logout = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/logout',
  ...ofSession,
  forSupport: true,
  answer: noContent,
  errors: [],
  audit: 'SESSION_ENDED',
  summary: 'End this session',
})

export const renewSession = endpoint({
  method: 'GET',
  path: '/api/web/v1/authentication/renew',
  ...ofSession,
  answer: AuthenticationSession,
  errors: ['expired_session_token'],
  audit: null,
  catalogueId: 'get:web.v1.authentication.renew',
  summary: 'Renew the session token',
  description: 'Renewal ends at the absolute life of the session and after its idle time.',
})

export const AuthenticationInformation = z
  .object({
    applicationName: z.string().nullable(),
    applicationLogo: z.string().nullable(),
    loginType: z.enum(loginFlowTypes),
    passwordResetEnabled: z.boolean(),
    passkeyEnabled: z.boolean(),
    /** The service where people without an account sign up; null where the tenant has named none. */
    signUpUrl: z.string().nullable(),
    /** What sign-up asks here; null where people do not sign up by themselves. */
    signUp: z
      .object({
        termsUrl: z.string().nullable(),
        /** Addresses have to be of one of these; empty: any. */
        domains: z.array(z.string()),
      })
      .nullable(),
    identityProviders: z.array(IdentityProviderChoice).default([]),
    /** Where administrators of the tenant’s service provider sign in: its name, a page of its console. */
    spIdentityProvider: z.object({ name: z.string(), url: z.string() }).nullable().default(null),
    setupOpen: z.boolean().default(false),
  })
  .meta({ id: 'AuthenticationInformation' })

export const readAuthenticationInformation = endpoint({
  method: 'GET',
  path: '/api/web/v1/authentication/information',
  actor: 'public',
  whileLocked: true,
  query: z.object({ applicationId: z.string().max(200, abort).optional() }),
  answer: AuthenticationInformation,
  errors: [],
  audit: null,
  limit: 'read',
  api: 'authentication',
  catalogueId: 'get:web.v1.authentication.information',
  summary: 'What the sign-in page shows before the user is known',
})
