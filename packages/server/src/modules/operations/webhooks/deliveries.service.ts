import type { WebhookDelivery } from '@signet/contract/operations/webhook-deliveries'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import * as repository from './deliveries.repository.ts'
import { wakeLanes } from './lanes.repository.ts'
import { found } from './webhooks.service.ts'

const present = (row: repository.StoredDelivery): z.input<typeof WebhookDelivery> => ({
  id: row.event_id,
  action: row.action,
  eventTime: row.occurred_at,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastAttemptAt: row.attempted_at,
  answerStatus: row.answer_status,
  failure: row.failure,
  durationMillis: row.duration_millis,
})

interface Wanted {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly state?: repository.StoredDelivery['state'] | undefined
}

/** The newest events first: an event's id begins with its time. */
const list = keysetList({
  name: 'webhook deliveries',
  keys: [['event_id', 'uuid']],
  descending: true,
  rows: (ctx, wanted: Wanted & { readonly webhookId: string }) =>
    repository.deliveriesOf(ctx, wanted),
  present: (_ctx, rows) => rows.map(present),
})

/** @throws webhook_not_found */
export const listPage = async (ctx: Context, webhookId: string, wanted: Wanted) => {
  await found(ctx, webhookId)
  return list(ctx, { ...wanted, webhookId })
}

const wake = (ctx: Context, webhookId: string): Promise<void> =>
  wakeLanes(ctx.db, {
    tenantId: ctx.tenant.id,
    ids: [webhookId],
    now: ctx.platform.clock.now(),
  })

/** @throws webhook_not_found, webhook_delivery_not_found, webhook_delivery_pending */
export const replay = (ctx: Context, webhookId: string, eventId: string) =>
  ctx.transaction(async (ctx) => {
    const { name } = await found(ctx, webhookId)
    const delivery = await repository.findDelivery(ctx, webhookId, eventId)
    if (delivery === undefined) throw new ApiError('webhook_delivery_not_found')
    if (delivery.state === 'PENDING') throw new ApiError('webhook_delivery_pending')
    const after = await repository.requeue(ctx, webhookId, eventId)
    await wake(ctx, webhookId)
    audit(ctx, 'WEBHOOK_REPLAYED', {
      subject: { entity: 'WEBHOOKS', id: webhookId, name },
      attributes: { event: eventId },
    })
    return present(after)
  })

/** @throws webhook_not_found */
export const replayDead = (ctx: Context, webhookId: string) =>
  ctx.transaction(async (ctx) => {
    const { name } = await found(ctx, webhookId)
    const count = await repository.requeueDead(ctx, webhookId)
    await wake(ctx, webhookId)
    audit(ctx, 'WEBHOOK_REPLAYED', {
      subject: { entity: 'WEBHOOKS', id: webhookId, name },
      attributes: { count },
    })
    return { count }
  })
