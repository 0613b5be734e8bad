import { abort } from '@signet/rules/abort'
import { isOneFilled } from '@signet/rules/text'
import { z } from 'zod'
import { PasswordWarning } from '../authenticators/passwords.ts'
import { endpoint } from '../kit/endpoint.ts'
import {
  AuthenticationResponse,
  AuthenticationState,
  ChallengeAnswer,
  ChallengeRequest,
  SignInAuthenticator,
} from './authentication.ts'

/**
 * Where a reset stands. `resetAllowed` is true once a code sent to the user and every second
 * factor the user has were proven.
 */
export const PasswordResetState = AuthenticationState.pick({
  authToken: true,
  authenticators: true,
  secondFactor: true,
})
  .extend({ resetAllowed: z.boolean() })
  .meta({ id: 'PasswordResetState' })

const common = { actor: 'public', limit: 'authenticate', api: 'authentication' } as const
const path = '/api/web/v1/authentication/passwordreset'
const catalogue = 'web.v1.authentication.passwordreset'

const AuthToken = z.string().min(20).max(4000, abort)

export const queryPasswordReset = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/query`,
  body: z
    .object({
      userId: z.string().max(1024, abort).optional(),
      /** Of a sign-in that was begun: whom it names, when no user id is given. */
      authToken: AuthToken.optional(),
      locale: z.string().max(20, abort).optional(),
    })
    .refine(({ userId, authToken }) => isOneFilled([userId, authToken]), 'names no user')
    .meta({ id: 'PasswordResetQuery' }),
  answer: PasswordResetState,
  errors: ['no_transaction'],
  audit: null,
  catalogueId: `post:${catalogue}.query`,
  summary: 'Begin a password reset',
  description: 'Known and unknown users are answered alike.',
})

const AuthenticatorBody = z.object({ authenticator: SignInAuthenticator })

export const challengePasswordReset = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/challenge`,
  body: ChallengeRequest.extend(AuthenticatorBody.shape).meta({ id: 'PasswordResetChallenge' }),
  answer: ChallengeAnswer,
  errors: ['no_transaction', 'no_otp', 'password_reset_not_allowed'],
  audit: null,
  catalogueId: `post:${catalogue}.challenge`,
  summary: 'Ask for a challenge within a password reset',
})

export const authenticatePasswordReset = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/authenticate`,
  body: AuthenticationResponse.extend(AuthenticatorBody.shape).meta({
    id: 'PasswordResetResponse',
  }),
  answer: PasswordResetState,
  errors: [
    'no_transaction',
    'invalid_user_response',
    'invalid_user_response_locked',
    'password_reset_not_allowed',
    'address_blocked',
  ],
  audit: 'PASSWORD_RESET_AUTHENTICATION',
  catalogueId: `post:${catalogue}.authenticate`,
  summary: 'Answer a challenge within a password reset',
})

const NewPassword = z.object({
  authToken: AuthToken,
  newPassword: z.string().max(1024, abort),
})
export const PasswordFindings = z
  .object({
    valid: z.boolean(),
    failed: z.array(z.string()),
    warnings: z.array(PasswordWarning).default([]),
  })
  .meta({ id: 'PasswordFindings' })

export const validateResetPassword = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/validatepassword`,
  body: NewPassword.meta({ id: 'PasswordResetValidation' }),
  answer: PasswordFindings,
  errors: ['no_transaction'],
  audit: null,
  catalogueId: `post:${catalogue}.validatepassword`,
  summary: 'Whether a new password would be accepted, and which rules it fails',
})

export const completePasswordReset = endpoint({
  ...common,
  method: 'PUT',
  path: `${path}/complete`,
  body: NewPassword.meta({ id: 'PasswordResetCompletion' }),
  answer: z
    .object({ completed: z.literal(true), warnings: z.array(PasswordWarning).default([]) })
    .meta({ id: 'PasswordResetCompleted' }),
  errors: [
    'no_transaction',
    'password_invalid',
    'password_invalid_compromised',
    'password_invalid_history',
  ],
  audit: 'PASSWORD_RESET',
  catalogueId: `put:${catalogue}.complete`,
  summary: 'Set the new password',
  description: 'Ends every session of the user and tells them by mail.',
})

export const unlockPassword = endpoint({
  ...common,
  method: 'POST',
  path: '/api/web/v1/authentication/users/password/unlock',
  body: z.object({ authToken: AuthToken }).meta({ id: 'PasswordUnlock' }),
  answer: z.object({ unlocked: z.literal(true) }).meta({ id: 'PasswordUnlocked' }),
  errors: ['no_transaction'],
  audit: 'PASSWORD_UNLOCKED',
  catalogueId: 'post:web.v1.authentication.users.password.unlock',
  summary: 'End the lock that wrong passwords have set off',
  description:
    'For whoever knows their password and was locked out of it. Takes a reset in which everything was proven that a new password would take; it ends with this call, and the password stays.',
})
