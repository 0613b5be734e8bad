import { abort } from '@signet/rules/abort'
import { codeDeliveries, messageDeliveries } from '@signet/rules/code-deliveries'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'

/** Where a code was sent, masked, and until when it holds. */
export const SentOtp = z
  .object({
    otpDeliveryType: z.enum(codeDeliveries),
    otpDeliveryAttribute: z.string(),
    hint: z.string(),
    expiresAt: Instant,
    resendAfter: Instant,
  })
  .meta({ id: 'SentOtp' })

export const createOtp = endpoint({
  method: 'POST',
  path: '/api/web/v1/otps',
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  body: z
    .object({
      userId: Uuid,
      otpDeliveryType: z.enum(codeDeliveries).optional(),
      otpDeliveryAttribute: z.string().max(100, abort).optional(),
    })
    .meta({ id: 'OtpRequest' }),
  answer: SentOtp,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'no_otp', 'sms_voice_used_up', 'too_many_requests'],
  audit: 'OTP_CREATED',
  limit: 'change',
  summary: 'Send a user a one-time code for their next sign-in',
  description:
    'It goes to a contact of the user’s own and is shown to nobody here. It is good once, wherever a sign-in of theirs takes a code that is sent.',
})

export const TextMessageState = z.enum(['SENT', 'FAILED']).meta({ id: 'TextMessageState' })

export const TextMessage = z
  .object({
    id: Uuid,
    userId: Uuid.nullable(),
    /** What the user signs in by; null once the user is gone. */
    userName: z.string().nullable(),
    deliveryType: z.enum(messageDeliveries),
    /** The number, masked. */
    hint: z.string(),
    state: TextMessageState,
    /** The provider’s answer; null when none came. */
    status: z.int().nullable(),
    failure: z.string().nullable(),
    /** What the connector reads of the provider’s answer. */
    items: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    /** The service provider whose connector was used; null for the tenant’s own connector. */
    providerName: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'TextMessage' })

export const listTextMessages = endpoint({
  method: 'POST',
  path: '/api/web/v1/textmessagespaged',
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  body: PageRequest.extend({
    state: TextMessageState.optional(),
    userId: Uuid.optional(),
  }).meta({ id: 'TextMessagePageRequest' }),
  answer: pageOf(TextMessage),
  errors: [],
  audit: null,
  limit: 'search',
  summary:
    'Codes sent to telephones in the last 100 days and what became of them, the newest first',
  description: 'Neither code nor number is kept.',
})
