import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AuthenticatorChoice, ChallengeAnswer } from './authentication.ts'
import { PushAsked, PushState } from './pushes.ts'

const AuthToken = z.string().min(20).max(4000, abort)

/** Whom the caller believes to speak with: user id, alias, or an address that signs in. */
export const VerificationQuery = z
  .object({ userId: z.string().min(1).max(1024, abort) })
  .meta({ id: 'VerificationQuery' })

export const VerificationState = z
  .object({
    /** Carries the verification; the caller's session alone goes on with it, for fifteen minutes. */
    authToken: z.string(),
    /** What the person can be asked for; empty when there is nothing of the kind. */
    authenticators: z.array(AuthenticatorChoice),
  })
  .meta({ id: 'VerificationState' })

export const VerificationChallenge = ChallengeAnswer.pick({
  authToken: true,
  otp: true,
  gridChallenge: true,
}).meta({ id: 'VerificationChallenge' })

export const VerificationResponse = z
  .object({ authToken: AuthToken, response: z.string().max(100, abort) })
  .meta({ id: 'VerificationResponse' })

/** Whoever gave the answer holds an authenticator of this user. */
export const Verification = z
  .object({ verified: z.literal(true), userId: z.string(), authenticator: z.string() })
  .meta({ id: 'Verification' })

export const PushVerificationChallenge = z
  .object({
    authToken: z.string(),
    /** The number is read out to whoever is verified: they type it into their app. */
    push: PushAsked,
  })
  .meta({ id: 'PushVerificationChallenge' })

export const PushVerification = z
  .object({
    verified: z.boolean(),
    /** PENDING: ask again; anything but APPROVED has verified nobody. */
    status: PushState.shape.status,
    /** Null until it is approved. */
    userId: z.string().nullable(),
    authenticator: z.literal('TOKENPUSH'),
  })
  .meta({ id: 'PushVerification' })

const path = '/api/web/v1/verify/user'
const caller = {
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  alsoFor: ['AUTH_API', 'IDG'],
  method: 'POST',
} as const
const known =
  'For whoever speaks with somebody who says who they are: a help desk, or an application that knows its user already. Wrong answers count where all others of this user do.'

const query = {
  ...caller,
  body: VerificationQuery,
  answer: VerificationState,
  errors: ['user_not_found'],
  audit: null,
  limit: 'change',
  description: known,
} as const

const challenge = {
  ...caller,
  body: z.object({ authToken: AuthToken }).meta({ id: 'VerificationChallengeRequest' }),
  answer: VerificationChallenge,
  errors: [
    'no_transaction',
    'no_otp',
    'sms_voice_used_up',
    'too_many_requests',
    'user_locked',
    'user_invalid_state',
  ],
  audit: null,
  limit: 'change',
} as const

const authenticate = {
  ...caller,
  body: VerificationResponse,
  answer: Verification,
  errors: [
    'no_transaction',
    'invalid_user_response',
    'invalid_user_response_locked',
    'user_locked',
    'user_invalid_state',
  ],
  audit: 'USER_VERIFIED',
  limit: 'change',
  description: `Uses the code up. A verification ends with its first correct answer: the same call again is answered \`no_transaction\`. ${known}`,
} as const

export const queryVerification = endpoint({
  ...query,
  path: `${path}/query`,
  summary: 'What a user can be asked for to make sure of them',
})

export const queryTokenVerification = endpoint({
  ...query,
  path: `${path}/token/query`,
  summary: 'Whether a user can be asked for a code of a token',
})

export const challengeTokenVerification = endpoint({
  ...challenge,
  path: `${path}/token/challenge`,
  summary: 'Make sure that a code of a token is due',
})

export const authenticateTokenVerification = endpoint({
  ...authenticate,
  path: `${path}/token/authenticate`,
  ordinary: 'userVerification',
  summary: 'Check the code of a token that a user has given',
})

export const queryOtpVerification = endpoint({
  ...query,
  path: `${path}/otp/query`,
  summary: 'Whether, and where, a user can be sent a code',
})

export const challengeOtpVerification = endpoint({
  ...challenge,
  path: `${path}/otp/challenge`,
  summary: 'Send a user a code',
})

export const authenticateOtpVerification = endpoint({
  ...authenticate,
  path: `${path}/otp/authenticate`,
  ordinary: 'userVerification',
  summary: 'Check the code that a user was sent',
})

export const queryGridVerification = endpoint({
  ...query,
  path: `${path}/grid/query`,
  summary: 'Whether a user can be asked for cells of a grid card',
})

export const challengeGridVerification = endpoint({
  ...challenge,
  path: `${path}/grid/challenge`,
  summary: 'Which cells of their grid card a user is asked for',
})

export const authenticateGridVerification = endpoint({
  ...authenticate,
  path: `${path}/grid/authenticate`,
  ordinary: 'userVerification',
  summary: 'Check the cells of a grid card that a user has given',
})

export const queryPushVerification = endpoint({
  ...query,
  path: `${path}/tokenpush/query`,
  summary: 'Whether a user has an app that can be asked',
})

export const challengePushVerification = endpoint({
  ...challenge,
  path: `${path}/tokenpush/challenge`,
  answer: PushVerificationChallenge,
  ordinary: 'userVerification',
  errors: [...challenge.errors, 'push_paused'],
  audit: 'PUSH_SENT',
  summary: 'Ask a user’s apps whether it is they who speak',
  description:
    'The app names who asks. Three that are not approved in a row, at whichever door, stop further ones for ten minutes.',
})

export const authenticatePushVerification = endpoint({
  ...authenticate,
  path: `${path}/tokenpush/authenticate`,
  body: z.object({ authToken: AuthToken }).meta({ id: 'PushVerificationQuestion' }),
  answer: PushVerification,
  ordinary: 'userVerification',
  summary: 'Wait for the answer of a user’s app, and take it',
  description: `Answers as soon as the app has answered, else PENDING after at most 25 s. An approval is used up; a verification ends with it. ${known}`,
})

export const validatePassword = endpoint({
  ...caller,
  path: '/api/web/v1/authentication/password/validate',
  body: z
    .object({ userId: z.string().min(1).max(1024, abort), password: z.string().max(1024, abort) })
    .meta({ id: 'PasswordValidation' }),
  answer: Verification,
  ordinary: 'userVerification',
  errors: [
    'invalid_user_response',
    'invalid_user_response_locked',
    'user_locked',
    'user_invalid_state',
  ],
  audit: 'USER_VERIFIED',
  limit: 'change',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.password.validate',
  summary: 'Check the password that somebody has given to the caller',
  description:
    'For applications and gateways that ask for the password themselves; it opens no session. A wrong password, a user that does not exist and one whom the caller does not manage are answered alike, and count where all other wrong passwords of this user do.',
})
