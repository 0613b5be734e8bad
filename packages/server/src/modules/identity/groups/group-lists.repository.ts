import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import type { StoredGroup } from './groups.policy.ts'
import { seenGroups } from './groups.repository.ts'
import { groupsInSight } from './sight.ts'

export interface GroupFilter {
  readonly type: StoredGroup['type'] | null
  /** At the beginning of the name; null for any. */
  readonly prefix: string | null
  /** Anywhere, three characters or more; null for any. */
  readonly term: string | null
}

export interface GroupWindow {
  readonly descending: boolean
  readonly limit: number
  readonly position: Position | null
}

export interface ListedGroup extends StoredGroup {
  /** How many match; a search says it of its first 100,000. */
  readonly total: number
}

/** Rows counted to give a total. */
export const mostCounted = 10_000

const isBackwards = ({ descending, position }: GroupWindow): boolean =>
  descending !== (position?.direction === 'prev')

const filtered = (ctx: Context, { type, prefix }: GroupFilter) =>
  seenGroups(ctx)
    .$if(type !== null, (query) => query.where('g.type', '=', type ?? 'MGMT_UI'))
    .$if(prefix !== null, (query) =>
      query.where(sql<SqlBool>`g.name_key >= ${prefix}::text
        and g.name_key < ${prefix}::text || chr(x'10ffff'::integer)`),
    )

/** Up to limit + 1 groups in the order read. */
export const pageQuery = (ctx: Context, filter: GroupFilter, window: GroupWindow) => {
  const direction = isBackwards(window) ? 'desc' : 'asc'
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  const [key, id] = window.position?.after ?? []
  return filtered(ctx, filter)
    .selectAll('g')
    .select(
      ctx.db
        .selectFrom(
          filtered(ctx, filter)
            .select('g.id')
            .limit(mostCounted + 1)
            .as('counted'),
        )
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .as('total'),
    )
    .$if(window.position !== null, (query) =>
      query.where(sql<SqlBool>`(g.name_key, g.id) ${operator} (${key}::text, ${id}::uuid)`),
    )
    .orderBy('g.name_key', direction)
    .orderBy('g.id', direction)
    .limit(window.limit + 1)
}

/** As `pageQuery`, for a term that is found anywhere. */
export const searchQuery = (ctx: Context, filter: GroupFilter, window: GroupWindow) => {
  const [key = null, id = null] = window.position?.after ?? []
  const groups = groupsInSight(ctx)
  const page = sql<{ id: string; matches: number; place: number }>`(select * from search_groups(
    ${filter.term}, ${isBackwards(window)}, ${key}, ${id}::uuid, ${window.limit + 1}::integer,
    ${filter.type}, null, ${groups === 'ALL' ? null : groups}::uuid[])
    with ordinality as page (id, matches, place))`
  return ctx.db
    .selectFrom('groups as g')
    .innerJoin(page.as('p'), (join) => join.onRef('g.id', '=', 'p.id'))
    .selectAll('g')
    .select('p.matches as total')
    .where('g.tenant_id', '=', ctx.tenant.id)
    .orderBy('p.place')
}

export const listPage = async (
  ctx: Context,
  filter: GroupFilter,
  window: GroupWindow,
): Promise<readonly ListedGroup[]> => {
  const rows =
    filter.term === null
      ? await pageQuery(ctx, filter, window).execute()
      : await searchQuery(ctx, filter, window).execute()
  return rows.map((row) => ({ ...row, total: Number(row.total ?? 0) }))
}
