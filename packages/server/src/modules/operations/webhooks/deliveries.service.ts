import type { WebhookDelivery } from '@signet/contract/operations/webhook-deliveries'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import * as repository from './deliveries.repository.ts'
import { wakeLanes } from './lanes.repository.ts'
import { found } from './secrets.service.ts'

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

/** @throws webhook_not_found */
export const listPage = async (ctx: Context, webhookId: string, wanted: Wanted) => {
  const { limit, cursor, state } = wanted
  await found(ctx, webhookId)
  const list = `webhook deliveries ${webhookId} ${state ?? ''}`
  const position = positionOf(ctx, list, cursor)
  const [rows, total] = await Promise.all([
    repository.listDeliveries(ctx, { webhookId, state }, { limit, position }),
    repository.countDeliveries(ctx, { webhookId, state }),
  ])
  const page = pageOf(ctx, { list, limit, position, rows, edge: (row) => [row.event_id], total })
  return { ...page, results: page.results.map(present) }
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
