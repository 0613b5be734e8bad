import { z } from 'zod'
import { Instant, Uuid } from '../kit/schemas.ts'

const named = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string().optional().describe('Only with `detail` `FULL`.'),
})
const fields = z.record(z.string(), z.unknown()).nullable().optional()

/** What a webhook posts: an audit event. */
export const WebhookMessage = z
  .object({
    id: Uuid.describe('The event’s ID, the same in every attempt and in `webhook-id`.'),
    type: z.string().describe('The audit action; `GET /api/web/v1/webhookevents` lists them.'),
    timestamp: Instant,
    tenant: z.object({ id: Uuid, name: z.string() }),
    data: z.object({
      outcome: z.string(),
      actor: named,
      entity: named,
      detail: z
        .enum(['FULL', 'WITHHELD', 'ERASED'])
        .describe(
          '`WITHHELD`: the user who saved the webhook may not read the whole audit log. `ERASED`: the user’s details were deleted.',
        ),
      requestId: z.string().nullable().optional(),
      address: z.string().nullable().optional(),
      userAgent: z.string().nullable().optional(),
      before: fields,
      after: fields,
      attributes: fields,
    }),
  })
  .meta({ id: 'WebhookMessage' })

/** Headers of each attempt (Standard Webhooks 1.0). */
export const webhookHeaders = {
  'webhook-id': 'The event’s ID. An event may arrive more than once: skip IDs that were handled.',
  'webhook-timestamp': 'Seconds since 1970 when this attempt was signed; reject old ones.',
  'webhook-signature':
    'Signatures separated by spaces, `v1,` and base64: HMAC-SHA-256 over `id.timestamp.body` by the secret of the webhook. One that matches is enough.',
} as const
