import type { LimitedCaller, listLimitedCallers } from '@signet/contract/provider/rate-limiting'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { keysetList } from '../../../kit/lists.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { LimitedCallerRow } from '../../../platform/db/schema/rate-limiting.ts'
import type { LimitedCaller as Noted } from '../../../platform/limited-callers.ts'
import type { Platform } from '../../../platform/platform.ts'

type Row = Selectable<LimitedCallerRow>

/** What is kept of a tenant, of strangers and of others each. */
const mostKept = 500

/** Who has met no limit for a day is counted anew. */
const write = async (db: TenantDb, tenantId: string, rows: readonly (Noted & { id: string })[]) => {
  const column = <T>(of: (row: Noted & { id: string }) => T): readonly T[] => rows.map(of)
  await sql`
    insert into limited_callers as c
      (tenant_id, id, limit_class, subject, caller, count, first_at, last_at)
    select ${tenantId}::uuid, n.* from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ limitClass }) => limitClass)}::text[],
      ${column(({ subject }) => subject)}::text[], ${column(({ caller }) => caller)}::text[],
      ${column(({ count }) => count)}::integer[],
      ${column(({ firstAt }) => firstAt.toISOString())}::timestamptz[],
      ${column(({ lastAt }) => lastAt.toISOString())}::timestamptz[]) n
    on conflict (tenant_id, limit_class, subject, caller) do update set
      count = case when c.last_at < excluded.first_at - interval '1 day' then excluded.count
        else least(c.count::bigint + excluded.count, 2147483647)::integer end,
      first_at = case when c.last_at < excluded.first_at - interval '1 day' then excluded.first_at
        else least(c.first_at, excluded.first_at) end,
      last_at = greatest(c.last_at, excluded.last_at)`.execute(db)
}

/** The oldest give way. */
const trim = async (db: TenantDb, tenantId: string): Promise<void> => {
  await sql`
    delete from limited_callers where tenant_id = ${tenantId}::uuid and id in (
      select id from (
        select id, row_number() over (
          partition by subject = 'ADDRESS' order by last_at desc, id desc) as place
        from limited_callers where tenant_id = ${tenantId}::uuid) q
      where place > ${mostKept}::integer)`.execute(db)
}

/** Writes which callers met limits, in two statements for each tenant that has some. */
export const writeLimitedCallers = async ({
  database,
  ids,
  limitedCallers,
  log,
}: Pick<Platform, 'database' | 'ids' | 'limitedCallers' | 'log'>): Promise<void> => {
  for (const [tenantId, noted] of limitedCallers.drain()) {
    const db = database.forTenant(tenantId)
    try {
      await write(
        db,
        tenantId,
        noted.map((each) => ({ ...each, id: ids.uuid() })),
      )
      await trim(db, tenantId)
    } catch (error) {
      // What is known of one minute is not worth more.
      log.warn({ err: error }, 'limited callers not written')
    }
  }
}

const present = (row: Row): z.input<typeof LimitedCaller> => ({
  id: row.id,
  limitClass: row.limit_class,
  subject: row.subject,
  caller: row.caller === '' ? null : row.caller,
  count: row.count,
  firstAt: row.first_at,
  lastAt: row.last_at,
})

interface Wanted extends z.output<typeof listLimitedCallers.body> {
  readonly tenantId: string
}

/** Of the tenant that was entered, the latest first. */
export const pageLimitedCallers = keysetList({
  name: 'limited-callers',
  keys: [
    ['last_at', 'timestamptz'],
    ['id', 'uuid'],
  ],
  descending: true,
  rows: ({ db }: Context, { tenantId }: Wanted) =>
    db.selectFrom('limited_callers').selectAll().where('tenant_id', '=', tenantId),
  present: (_ctx, rows: readonly Row[]) => rows.map(present),
})
