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
      kind: z.enum(['FIRST_ADMINISTRATOR', 'RECOVERY', 'REGISTRATION']),
      userId: z.string().nullable(),
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
    password: z.string().max(1024, abort),
  })
  .meta({ id: 'SetupAccount' })

export const beginSetup = endpoint({
  method: 'POST',
  path: '/api/web/v1/setup',
  actor: 'public',
  body: SetupAccount,
  answer: AuthenticationState,
  errors: ['setup_link_invalid', 'password_invalid', 'password_invalid_compromised', 'user_exists'],
  audit: 'SETUP_STARTED',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Use a setup link: name the account and set its password',
  description:
    'Goes on like a sign-in whose required action is ENROLL_SECOND_FACTOR. The link is used up, and the account able to sign in, once the second factor is enrolled.',
})
