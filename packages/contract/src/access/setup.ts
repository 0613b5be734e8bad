import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'
import { AuthenticationState } from './authentication.ts'

const SetupToken = z.string().min(20).max(200, abort)

export const readSetup = endpoint({
  method: 'POST',
  path: '/api/web/v1/setup/query',
  actor: 'public',
  body: z.object({ setupToken: SetupToken }).meta({ id: 'SetupQuery' }),
  answer: z
    .object({
      companyName: z.string(),
      kind: z.enum(['FIRST_ADMINISTRATOR', 'RECOVERY', 'INVITATION']),
      userId: z.string().nullable(),
      /** What may be set up to sign in by; a passkey by invitations alone. */
      firstFactors: z.array(z.enum(['PASSWORD', 'PASSKEY'])).default(['PASSWORD']),
    })
    .meta({ id: 'SetupInformation' }),
  errors: ['setup_link_invalid'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Whether a setup link is still good',
})

export const SetupAccount = z
  .object({
    setupToken: SetupToken,
    userId: Line(256),
    firstName: Line(128).optional(),
    lastName: Line(128).optional(),
    email: z.string().max(320, abort).check(z.email()).optional(),
    /** Left out to create a passkey instead, by invitations alone. */
    password: z.string().max(1024, abort).optional(),
  })
  .meta({ id: 'SetupAccount' })

export const beginSetup = endpoint({
  method: 'POST',
  path: '/api/web/v1/setup',
  actor: 'public',
  body: SetupAccount,
  answer: AuthenticationState,
  errors: [
    'setup_link_invalid',
    'password_invalid',
    'password_invalid_compromised',
    'password_invalid_history',
    'passkey_required',
    'user_exists',
    'user_locked',
    'user_invalid_state',
    'registration_expired',
    'access_denied',
    'account_locked',
    'too_many_sessions',
  ],
  audit: 'SETUP_STARTED',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Use a setup link: name the account and set its password',
  description:
    'Continues like a sign-in whose required action is ENROLL_SECOND_FACTOR. The link is used up, and the account able to sign in, once the second factor is enrolled. An invitation is used up by the password; without a password the required action enrolls a passkey, which uses it up. What follows is what the authentication flow of the user demands. A password by which a held statement about administrators would no longer hold is refused (`passkey_required`).',
})
