import { abort } from '@signet/rules/abort'
import { defaultLocale, locales } from '@signet/rules/locales'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'

/*
 * How installed apps are woken (docs/protocols/soft-token.md). Each call carries a DPoP proof
 * (RFC 9449) of the app's own key: that is who it is.
 */

/** What a browser shares with the sender (RFC 8291, section 2), in base64url. */
const BrowserKeys = z.strictObject({
  /** P-256 public key, uncompressed. */
  p256dh: z
    .string()
    .max(87, abort)
    .regex(/^B[\w-]{86}$/),
  auth: z
    .string()
    .max(22, abort)
    .regex(/^[\w-]{22}$/),
})

export const PushSubscription = z
  .object({
    kind: z.enum(['WEB', 'APNS', 'FCM']),
    /** WEB: address of the subscription; APNS: device token; FCM: registration token. */
    address: z
      .string()
      .max(4000, abort)
      .regex(/^[!-~]+$/),
    /** WEB alone. */
    keys: BrowserKeys.nullable().default(null),
    /** The language of what is shown. */
    locale: z.enum(locales).default(defaultLocale),
  })
  .refine(({ kind, keys }) => (kind === 'WEB') === (keys !== null), { path: ['keys'] })
  .meta({ id: 'PushSubscription' })

export const PushSubscriptionState = z
  .object({
    /** Browsers subscribe for this key of the tenant (RFC 8292): P-256, uncompressed, base64url. */
    applicationServerKey: z.string(),
    /** Notices are sent to this app. */
    subscribed: z.boolean(),
  })
  .meta({ id: 'PushSubscriptionState' })

const app = { actor: 'public', limit: 'authenticate', api: 'authentication' } as const
const path = '/api/web/v1/softtokens/subscription'

export const readPushSubscription = endpoint({
  ...app,
  method: 'GET',
  path,
  answer: PushSubscriptionState,
  errors: ['not_found'],
  audit: null,
  summary: 'Whether an app is woken by notices, and the key that its browser subscribes for',
})

export const updatePushSubscription = endpoint({
  ...app,
  method: 'PUT',
  path,
  body: PushSubscription,
  answer: noContent,
  errors: ['not_found'],
  audit: 'PUSH_SUBSCRIBED',
  summary: 'An app tells where notices reach it',
  description:
    'A notice says that something waits, and nothing of it: the app asks for the rest itself. Web Push (RFC 8030) is encrypted for the browser alone (RFC 8291).',
})

export const deletePushSubscription = endpoint({
  ...app,
  whileLocked: true,
  method: 'DELETE',
  path,
  answer: noContent,
  errors: ['not_found'],
  audit: 'PUSH_UNSUBSCRIBED',
  summary: 'An app is sent no more notices: it asks for itself',
})
