import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { WebhookFailure } from './webhooks.ts'

export const WebhookDeliveryState = z
  .enum(['PENDING', 'DELIVERED', 'DEAD'])
  .meta({ id: 'WebhookDeliveryState' })

export const WebhookDelivery = z
  .object({
    /** The event's id: sent as `webhook-id` with every attempt. */
    id: Uuid,
    action: z.string(),
    eventTime: Instant,
    state: WebhookDeliveryState,
    attempts: z.int(),
    nextAttemptAt: Instant.nullable(),
    lastAttemptAt: Instant.nullable(),
    answerStatus: z.int().nullable(),
    failure: WebhookFailure.nullable(),
    durationMillis: z.int().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const path = '/api/web/v1/webhooks/:id/deliveries'

export const listWebhookDeliveries = endpoint({
  actor: 'admin',
  needs: ['WEBHOOKS', 'VIEW'],
  method: 'POST',
  path: `${path}paged`,
  params: IdParams,
  body: PageRequest.extend({ state: WebhookDeliveryState.optional() }).meta({
    id: 'WebhookDeliveryPageRequest',
  }),
  answer: pageOf(WebhookDelivery),
  errors: ['webhook_not_found'],
  audit: null,
  limit: 'search',
  summary: 'What a webhook was sent, the newest events first',
  description: 'Kept for 30 days. Totals above 10,000 are estimates.',
})

const replay = {
  actor: 'admin',
  needs: ['WEBHOOKS', 'EDIT'],
  method: 'POST',
} as const

export const replayWebhookDelivery = endpoint({
  ...replay,
  path: `${path}/:eventid/replay`,
  params: z.object({ id: Uuid, eventid: Uuid }),
  answer: WebhookDelivery,
  ordinary: 'resending',
  errors: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_delivery_pending'],
  audit: 'WEBHOOK_REPLAYED',
  limit: 'change',
  summary: 'Send an event again, with the same id',
})

export const replayDeadDeliveries = endpoint({
  ...replay,
  path: `${path}/replay`,
  params: IdParams,
  answer: z.object({ count: z.int() }).meta({ id: 'WebhookReplayCount' }),
  ordinary: 'resending',
  errors: ['webhook_not_found'],
  audit: 'WEBHOOK_REPLAYED',
  limit: 'heavy',
  summary: 'Send every event that was given up again',
})
