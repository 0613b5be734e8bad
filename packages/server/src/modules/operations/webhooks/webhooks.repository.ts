import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { WebhookRow } from '../../../platform/db/schema/webhooks.ts'

export type StoredWebhook = Selectable<WebhookRow>

/** More than any tenant needs; the list is not paged. */
export const mostWebhooks = 100
const mostDead = 1000

const dead = sql<number>`(select count(*)::integer from (select 1 from webhook_deliveries d
  where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'DEAD'
  limit ${sql.lit(mostDead)}) as found)`

const shown = ({ db, tenant }: Context) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_lanes as l', (join) =>
      join.onRef('l.tenant_id', '=', 'w.tenant_id').onRef('l.webhook_id', '=', 'w.id'),
    )
    .selectAll('w')
    .select(['l.failing_since', 'l.last_success_at', dead.as('dead_count')])
    .where('w.tenant_id', '=', tenant.id)

export type ShownWebhook = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export const listShown = (ctx: Context): Promise<ShownWebhook[]> =>
  shown(ctx).orderBy('w.name_key').limit(mostWebhooks).execute()

export const findShown = (ctx: Context, id: string): Promise<ShownWebhook | undefined> =>
  shown(ctx).where('w.id', '=', id).executeTakeFirst()

/** Which webhooks are told of events, with their choice. */
export const listEnabled = (db: Context['db'], tenantId: string) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .execute()
