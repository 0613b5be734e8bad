import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { createWebhook } from '../../modules/operations/webhooks/index.ts'

const dayMillis = 86_400_000

/** What the receiver answered: it took the older events, then it was switched off. */
const insertDeliveries = async (ctx: Context, webhookId: string, brokeAt: Date): Promise<void> => {
  await sql`
    insert into webhook_deliveries (tenant_id, event_id, webhook_id, occurred_at, action, state,
      attempts, attempted_at, answer_status, failure, duration_millis, queued_at)
    select e.tenant_id, e.id, ${webhookId}::uuid, e.occurred_at, e.action,
      case when e.occurred_at < ${brokeAt} then 'DELIVERED' else 'DEAD' end,
      case when e.occurred_at < ${brokeAt} then 1 else 24 end, e.occurred_at,
      case when e.occurred_at < ${brokeAt} then 204 end,
      case when e.occurred_at < ${brokeAt} then null else 'UNREACHABLE' end, 41, e.occurred_at
    from audit_events e
    where e.tenant_id = ${ctx.tenant.id}::uuid and e.outcome = 'FAILURE'`.execute(ctx.db)
}

/** A webhook whose receiver was switched off some days ago, with what it was sent. */
export const insertWebhook = async (ctx: Context): Promise<void> => {
  const { value } = await createWebhook(ctx, {
    name: 'Service desk',
    description: 'Opens a ticket for each failed sign-in',
    url: 'https://hooks.acme.example/signet',
    events: ['AUTHENTICATION', 'USER_*'],
    enabled: false,
  })
  const now = ctx.platform.clock.now().getTime()
  const [brokeAt, switchedOffAt] = [new Date(now - 9 * dayMillis), new Date(now - 4 * dayMillis)]
  await insertDeliveries(ctx, value.webhook.id, brokeAt)
  await ctx.db
    .updateTable('webhooks')
    .set({ disabled_at: switchedOffAt, owner_name: 'ada' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', value.webhook.id)
    .execute()
  await ctx.db
    .updateTable('webhook_lanes')
    .set({ failures: 24, failing_since: brokeAt, last_success_at: brokeAt })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('webhook_id', '=', value.webhook.id)
    .execute()
}
