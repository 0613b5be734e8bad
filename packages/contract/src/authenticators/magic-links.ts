import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

/** A link that an administrator made for a user: it signs in once, as a first factor. */
export const MagicLink = z
  .object({
    id: Uuid,
    userId: Uuid,
    /** ISSUED: made by an administrator. Links that people ask for at sign-in are not listed. */
    type: z.enum(['ISSUED']),
    /** Where it was mailed to. */
    email: z.string().nullable(),
    autoSend: z.boolean(),
    /** Where the browser goes on after the sign-in; null for the portal. */
    redirectUrl: z.string().nullable(),
    createDate: Instant,
    expiryDate: Instant,
    /** The link, once, when it is made and not mailed. */
    link: z.string().nullable(),
  })
  .meta({ id: 'MagicLink' })

export const MagicLinkRequest = z
  .object({
    type: z.enum(['ISSUED']).optional(),
    /** The user's own address, if it is given; no other is mailed to. */
    email: z.string().max(320, abort).check(z.email()).optional(),
    /** False: it is not mailed but answered, where the tenant lets administrators hand links over. */
    autoSend: z.boolean().default(true),
    redirectUrl: z
      .string()
      .max(2000, abort)
      .check(z.url({ protocol: /^https?$/ }))
      .nullable()
      .optional(),
  })
  .meta({ id: 'MagicLinkRequest' })

/** Whether a user can be given a link, and where it would go. */
export const MagicLinkInformation = z
  .object({
    /** What keeps the user from signing in by a link; null for nothing. */
    obstacle: z.enum(['DISABLED', 'ADMINISTRATOR', 'NO_ADDRESS']).nullable(),
    email: z.string().nullable(),
    lifeSeconds: z.int(),
    handOver: z.boolean(),
    /** The link that waits to be used. */
    magicLink: MagicLink.nullable(),
  })
  .meta({ id: 'MagicLinkInformation' })

const params = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid/magiclink'

const { view, edit } = callsOn('USERS')

export const readMagicLink = endpoint({
  ...view,
  path,
  params,
  answer: MagicLink,
  errors: ['user_not_found', 'not_found'],
  summary: 'The link that was made for a user and waits to be used',
})

export const putMagicLink = endpoint({
  ...edit,
  path,
  params,
  body: MagicLinkRequest,
  answer: MagicLink,
  ordinary: 'authenticatorWork',
  errors: [
    'user_not_found',
    'rights_not_held',
    'magic_link_not_allowed',
    'too_many_requests',
    'email_server_missing',
  ],
  audit: 'MAGIC_LINK_CREATED',
  reveals: ['magicLink'],
  summary: 'Make a link that signs a user in once, and mail it',
  description:
    'Takes the place of the user’s former one. Never for administrators. The link is in the answer only with autoSend false.',
})

export const deleteMagicLink = endpoint({
  ...edit,
  method: 'DELETE',
  path,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'not_found'],
  audit: 'MAGIC_LINK_DELETED',
  summary: 'Take back the link that was made for a user',
})

export const readMagicLinkInformation = endpoint({
  ...view,
  path: `${path}/info`,
  params,
  answer: MagicLinkInformation,
  errors: ['user_not_found'],
  summary: 'Whether a user can be given a link, and where it would go',
})
