import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { beginsWith, mostCounted, type Window } from '../../../kit/lists.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { StoredToken } from '../tokens/index.ts'

export interface TokenFilter {
  readonly tenantId: string
  readonly assigned: boolean
  readonly type: string | null
  readonly algorithmType: string | null
  readonly state: string | null
  /** For members of any of these; null for everybody. */
  readonly groups: readonly string[] | null
  /** Owners in any of these groups; null for everybody. */
  readonly ownersIn: readonly string[] | null
  /** At the beginning of the serial number or the owner's user id; null for any. */
  readonly prefix: string | null
}

export type ListedRow = StoredToken & { readonly user_name: string | null }

/** Owners whose tokens are looked at for a prefix of their user id. */
const mostOwners = 1000

/** What holds of every row, whatever was searched for. */
const conditions = (filter: TokenFilter): RawBuilder<unknown> => {
  const { tenantId, assigned, type, algorithmType, state, groups, ownersIn } = filter
  const all = [
    sql`t.tenant_id = ${tenantId}::uuid`,
    assigned ? sql`t.user_id is not null` : sql`t.user_id is null`,
    type === null ? null : sql`t.type = ${type}`,
    algorithmType === null ? null : sql`t.algorithm_type = ${algorithmType}`,
    // Written out, so that the planner sees which partial index holds these rows.
    state === null ? null : sql`t.state = ${sql.lit(state)}`,
    state === null || state === 'ACTIVE' ? null : sql`t.state <> 'ACTIVE'`,
    groups === null
      ? null
      : sql`exists (select from token_groups tg where tg.tenant_id = ${tenantId}::uuid
          and tg.token_id = t.id and tg.group_id = any (${groups}::uuid[]))`,
    ownersIn === null
      ? null
      : sql`exists (select from user_groups ug where ug.tenant_id = ${tenantId}::uuid
          and ug.user_id = t.user_id and ug.group_id = any (${ownersIn}::uuid[]))`,
  ].filter((each) => each !== null)
  return sql.join(all, sql` and `)
}

/** By serial number, and by the user ids that begin so: each by its own index. */
const searched = ({ tenantId, prefix, assigned }: TokenFilter): RawBuilder<unknown>[] => {
  if (prefix === null) return [sql`true`]
  const bySerial = beginsWith(sql`t.serial_key`, prefix)
  if (!assigned) return [bySerial]
  const owners = sql`select u.id from users u where u.tenant_id = ${tenantId}::uuid
    and ${beginsWith(sql`u.user_id_key`, prefix)} order by u.user_id_key limit ${mostOwners}`
  return [bySerial, sql`t.user_id in (${owners})`]
}

/** Up to limit + 1 rows in the order read. */
export const pageQuery = (filter: TokenFilter, window: Window): RawBuilder<ListedRow> => {
  const { backwards, position, limit } = window
  // Written out: a limit that the planner does not know is a tenth of the table to it.
  const most = sql.lit(limit + 1)
  const order = sql.raw(backwards ? 'desc' : 'asc')
  const [key, id] = position?.after ?? []
  const after =
    position === null
      ? sql`true`
      : sql`(t.serial_key, t.id) ${sql.raw(backwards ? '<' : '>')} (${key}::text, ${id}::uuid)`
  const found = searched(filter).map(
    (search) => sql`(select t.* from tokens t
      where ${conditions(filter)} and ${search} and ${after}
      order by t.serial_key ${order}, t.id ${order} limit ${most})`,
  )
  return sql`
    select t.*, u.user_id as user_name from (${sql.join(found, sql` union `)}) t
    left join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    order by t.serial_key ${order}, t.id ${order} limit ${most}`
}

/** How many match, counted up to one more than `mostCounted`. */
export const countQuery = (filter: TokenFilter): RawBuilder<{ readonly count: number }> => {
  const found = searched(filter).map(
    (search) => sql`(select t.id from tokens t where ${conditions(filter)} and ${search}
      order by t.serial_key limit ${mostCounted + 1})`,
  )
  return sql`select count(*)::integer as count from (
    select id from (${sql.join(found, sql` union `)}) f limit ${mostCounted + 1}) c`
}

const isPlan = (value: unknown): value is readonly [{ readonly Plan: Record<string, unknown> }] =>
  Array.isArray(value) && typeof value[0]?.Plan === 'object'

/** The planner's idea of how many match: no row is read for it. */
export const estimate = async (db: TenantDb, filter: TokenFilter): Promise<number> => {
  const [search = sql`true`] = searched(filter)
  const query: CompiledQuery<Record<string, unknown>> = sql<Record<string, unknown>>`
    explain (format json) select t.id from tokens t
    where ${conditions(filter)} and ${search}`.compile(db)
  const { rows } = await db.executeQuery(query)
  const plan = rows[0]?.['QUERY PLAN']
  return isPlan(plan) ? Number(plan[0].Plan['Plan Rows']) : 0
}
