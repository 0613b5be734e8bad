import { isChosen } from '@signet/rules/webhooks'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AuditConsumer, auditConsumers, type FannedEvent } from '../audit-events/index.ts'
import { wakeLanes } from './lanes.repository.ts'
import { listEnabled } from './webhooks.repository.ts'

const name = 'webhooks'

/**
 * The tenant's events are read while a webhook is switched on, and not otherwise. After every change
 * of a webhook, in its transaction.
 */
export const followEvents = async (ctx: Context): Promise<void> => {
  const isFollowed = async () => (await listEnabled(ctx.db, ctx.tenant.id)).length > 0
  if (await isFollowed()) return auditConsumers.register(ctx, name)
  await auditConsumers.hold(ctx, name)
  // Looked at again under the lock: another transaction may just have switched one on.
  if (!(await isFollowed())) await auditConsumers.unregister(ctx, name)
}

interface Chosen {
  readonly webhookId: string
  readonly event: FannedEvent
}

const insertDeliveries = async (
  db: TenantDb,
  tenantId: string,
  { chosen, now }: { readonly chosen: readonly Chosen[]; readonly now: Date },
): Promise<void> => {
  await sql`
    insert into webhook_deliveries (tenant_id, event_id, webhook_id, occurred_at, action, state,
      next_attempt_at, queued_at)
    select ${tenantId}::uuid, event_id, webhook_id, occurred_at, action, 'PENDING', ${now}, ${now}
    from unnest(${chosen.map(({ event }) => event.id)}::uuid[],
      ${chosen.map(({ webhookId }) => webhookId)}::uuid[],
      ${chosen.map(({ event }) => event.occurred_at)}::timestamptz[],
      ${chosen.map(({ event }) => event.action)}::text[])
      as row (event_id, webhook_id, occurred_at, action)
    on conflict do nothing`.execute(db)
}

/** Makes a delivery of every event for every webhook that chose it, and wakes those. */
export const webhookConsumer = ({ clock }: Pick<Platform, 'clock'>): AuditConsumer => ({
  name,
  async take(db, tenantId, events) {
    const webhooks = await listEnabled(db, tenantId)
    const chosen = webhooks.flatMap(({ id, events: patterns }) =>
      events.flatMap((event) =>
        isChosen(patterns, event.action) ? [{ webhookId: id, event }] : [],
      ),
    )
    if (chosen.length === 0) return
    const now = clock.now()
    await insertDeliveries(db, tenantId, { chosen, now })
    const ids = [...new Set(chosen.map(({ webhookId }) => webhookId))]
    await wakeLanes(db, { tenantId, ids, now })
  },
})
