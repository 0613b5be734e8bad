import type { MessageDelivery } from '@signet/rules/code-deliveries'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import type { TextMessageRow } from '../../../platform/db/schema/connectors.ts'
import { inSight, memberOf } from '../../identity/groups/index.ts'

type StoredTextMessage = Selectable<TextMessageRow>

export const insert = async (
  ctx: Context,
  row: Omit<Insertable<TextMessageRow>, 'tenant_id'>,
): Promise<void> => {
  await ctx.db
    .insertInto('text_messages')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .execute()
}

interface TextMessageFilter {
  readonly state?: StoredTextMessage['state'] | undefined
  readonly userId?: string | undefined
}

/** Of those whom the actor manages. */
const matching = (ctx: Context, { state, userId }: TextMessageFilter) =>
  ctx.db
    .selectFrom('text_messages')
    .where('text_messages.tenant_id', '=', ctx.tenant.id)
    .where(inSight(ctx, 'text_messages.user_id'))
    .$if(state !== undefined, (query) => query.where('text_messages.state', '=', state ?? 'SENT'))
    .$if(userId !== undefined, (query) => query.where('text_messages.user_id', '=', userId ?? null))

/** The newest first; up to limit + 1, the other way round for an earlier page. */
export const list = (
  ctx: Context,
  filter: TextMessageFilter,
  { limit, position }: { readonly limit: number; readonly position: Position | null },
): Promise<(StoredTextMessage & { readonly user_name: string | null })[]> => {
  const isBack = position?.direction === 'prev'
  const order = isBack ? 'asc' : 'desc'
  const [at, id] = position?.after ?? []
  return matching(ctx, filter)
    .leftJoin('users', (join) =>
      join
        .on('users.tenant_id', '=', ctx.tenant.id)
        .onRef('users.id', '=', 'text_messages.user_id'),
    )
    .selectAll('text_messages')
    .select('users.user_id as user_name')
    .$if(position !== null, (query) => {
      const edge = sql`(${new Date(String(at))}::timestamptz, ${String(id)}::uuid)`
      return query.where(
        isBack
          ? sql<boolean>`(text_messages.created_at, text_messages.id) > ${edge}`
          : sql<boolean>`(text_messages.created_at, text_messages.id) < ${edge}`,
      )
    })
    .orderBy('text_messages.created_at', order)
    .orderBy('text_messages.id', order)
    .limit(limit + 1)
    .execute()
}

const exactUpTo = 10_000

/** Counted to 10,000 and no further. */
export const count = async (ctx: Context, filter: TextMessageFilter) => {
  const row = await ctx.db
    .selectFrom(
      matching(ctx, filter)
        .select('text_messages.id')
        .limit(exactUpTo + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const found = Number(row.count)
  return { count: Math.min(found, exactUpTo), estimated: found > exactUpTo }
}

/** Charged to the whole tenant: an hour from the first one on. False when there is no room. */
export const takeSend = async (ctx: Context, most: number): Promise<boolean> => {
  const now = ctx.platform.clock.now()
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql`
    insert into send_budgets as b (tenant_id, recipient, window_started_at, sent)
    values (${ctx.tenant.id}::uuid, 'tenant:numbers', ${now}::timestamptz, 1)
    on conflict (tenant_id, recipient) do update set
      sent = case when b.window_started_at <= ${hourAgo}::timestamptz then 1 else b.sent + 1 end,
      window_started_at = case when b.window_started_at <= ${hourAgo}::timestamptz
        then excluded.window_started_at else b.window_started_at end
    where b.window_started_at <= ${hourAgo}::timestamptz or b.sent < ${most}::integer
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

interface Range {
  readonly tenantId: string
  /** People in these groups; null for all. */
  readonly groups: readonly string[] | null
  readonly from: Date
  readonly until: Date
  readonly bucketMillis: number
}

interface Counted {
  readonly bucket: number
  readonly delivery: MessageDelivery
  readonly sent: number
  readonly failed: number
}

/** Messages by bucket of time and way of delivery. */
export const countByBucket = async (
  { db }: Pick<Context, 'db'>,
  { tenantId, groups, from, until, bucketMillis }: Range,
): Promise<readonly Counted[]> => {
  const seen = groups === null ? sql`true` : memberOf(tenantId, groups, 'text_messages.user_id')
  const { rows } = await sql<Counted>`
    select floor(extract(epoch from (created_at - ${from}::timestamptz)) * 1000 / ${bucketMillis}::float8)::integer
        as bucket, delivery,
      (count(*) filter (where state = 'SENT'))::integer as sent,
      (count(*) filter (where state = 'FAILED'))::integer as failed
    from text_messages
    where tenant_id = ${tenantId}::uuid and created_at >= ${from} and created_at < ${until}
      and ${seen}
    group by 1, 2`.execute(db)
  return rows
}
