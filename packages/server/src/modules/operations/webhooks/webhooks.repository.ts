import { type Selectable, sql, type Updateable } from 'kysely'
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

const stored = ({ db, tenant }: Context, id: string) =>
  db.selectFrom('webhooks').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id)

export const find = (ctx: Context, id: string): Promise<StoredWebhook | undefined> =>
  stored(ctx, id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findForChange = (ctx: Context, id: string): Promise<StoredWebhook | undefined> =>
  stored(ctx, id).forUpdate().executeTakeFirst()

export const count = async ({ db, tenant }: Context): Promise<number> => {
  const row = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Which webhooks are told of events, with their choice. */
export const listEnabled = (db: Context['db'], tenantId: string) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .execute()

type NewWebhook = Omit<StoredWebhook, 'version'>

export const insert = async ({ db }: Context, row: NewWebhook): Promise<void> => {
  await db
    .insertInto('webhooks')
    .values({ ...row, events: JSON.stringify(row.events) })
    .execute()
  await db
    .insertInto('webhook_lanes')
    .values({ tenant_id: row.tenant_id, webhook_id: row.id })
    .execute()
}

export type WebhookColumns = Omit<Updateable<WebhookRow>, 'tenant_id' | 'id' | 'version'>

export const update = async (
  { db, tenant }: Context,
  id: string,
  columns: WebhookColumns,
): Promise<void> => {
  await db
    .updateTable('webhooks')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Its deliveries and its lane go with it. */
export const remove = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db.deleteFrom('webhooks').where('tenant_id', '=', tenant.id).where('id', '=', id).execute()
}
