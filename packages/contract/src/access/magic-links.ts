import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'
import { AuthenticationState } from './authentication.ts'

const Flag = z.enum(['true', 'false'])

/** What a link is for, or what came of it. */
export const MagicLinkState = z
  .object({
    /** OPEN: nothing was done yet. TOLD: the browser that waits goes on. */
    state: z.enum(['OPEN', 'SIGNED_IN', 'TOLD', 'CANCELLED']),
    companyName: z.string(),
    /** From where it was asked for; null for one that an administrator made. */
    requested: z
      .object({
        requestDate: Instant,
        address: z.string().nullable(),
        browser: z.string().nullable(),
      })
      .nullable(),
    /** It may sign in in this browser. */
    here: z.boolean(),
    /** It may let the browser go on that asked for it. */
    there: z.boolean(),
    /** The sign-in of this browser, once completed here. */
    authentication: AuthenticationState.nullable(),
    /** Where an administrator's link leads after the sign-in. */
    redirectUrl: z.string().nullable(),
  })
  .meta({ id: 'MagicLinkState' })

export const authenticateMagicLink = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/magiclink/authenticate',
  actor: 'public',
  query: z.object({
    magicToken: z.string().min(20).max(100, abort),
    complete: Flag.optional(),
    cancel: Flag.optional(),
  }),
  body: z
    .object({
      /** With complete: HERE signs in in this browser, THERE in the one that asked. */
      place: z.enum(['HERE', 'THERE']).default('HERE'),
      machineNonce: z.string().max(200, abort).optional(),
      rememberDevice: z.boolean().optional(),
    })
    .meta({ id: 'MagicLinkAnswer' }),
  answer: MagicLinkState,
  errors: [
    'magic_link_invalid',
    'no_transaction',
    'invalid_user_response',
    'user_locked',
    'user_invalid_state',
    'registration_expired',
  ],
  audit: 'AUTHENTICATION',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Look at a link of a mail, sign in with it, or cancel it',
  description:
    'Without a flag it tells what the link is for and uses nothing up. A link works once; every other answer than success leaves it as it was.',
})

export const OwnMagicLink = z
  .object({
    /** Whether this user may sign in by a link. */
    enabled: z.boolean(),
    email: z.string().nullable(),
    /** When a link that an administrator made runs out; null for none. */
    expiryDate: Instant.nullable(),
  })
  .meta({ id: 'OwnMagicLink' })

export const readOwnMagicLink = endpoint({
  method: 'GET',
  path: '/api/web/v1/self/magiclink',
  actor: 'user',
  answer: OwnMagicLink,
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Whether this user may sign in by a link, and where it would go',
})
