import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

/** TOKENPUSH: the number to type into the app (null where none is asked for), and its end. */
export const PushAsked = z.object({ number: z.string().nullable(), expiresAt: Instant })

const AuthToken = z.string().min(20).max(4000, abort)

export const PushState = z
  .object({
    /** REPLACED: another sign-in of the person has asked since; CONCERN: they say it is not they. */
    status: z.enum(['PENDING', 'APPROVED', 'DENIED', 'CONCERN', 'REPLACED', 'EXPIRED']),
  })
  .meta({ id: 'PushState' })

export const waitForPush = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/users/push',
  actor: 'public',
  body: z.object({ authToken: AuthToken }).meta({ id: 'PushQuestion' }),
  answer: PushState,
  errors: ['no_transaction'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Wait for the answer to the push of this sign-in',
  description:
    'Answers as soon as the person has answered, else PENDING after at most 25 s: ask again. Once APPROVED, complete TOKENPUSH without a response. Only the browser that began the sign-in can ask.',
})
