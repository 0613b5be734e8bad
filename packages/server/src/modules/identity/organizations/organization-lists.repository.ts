import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import { type FoundOrganization, withParent } from './organizations.repository.ts'

export interface OrganizationFilter {
  readonly parentId: string | null
  /** At the beginning of the name; null for any. */
  readonly prefix: string | null
  /** Anywhere, three characters or more; null for any. */
  readonly term: string | null
}

export interface OrganizationWindow {
  readonly descending: boolean
  readonly limit: number
  readonly position: Position | null
}

export interface ListedOrganization extends FoundOrganization {
  readonly total: number
}

/** Rows counted to give a total. */
export const mostCounted = 10_000

const isBackwards = ({ descending, position }: OrganizationWindow): boolean =>
  descending !== (position?.direction === 'prev')

const matches = ({ parentId, prefix }: OrganizationFilter) => [
  ...(parentId === null ? [] : [sql<SqlBool>`o.parent_id = ${parentId}::uuid`]),
  ...(prefix === null
    ? []
    : [
        sql<SqlBool>`o.name_key >= ${prefix}::text
          and o.name_key < ${prefix}::text || chr(x'10ffff'::integer)`,
      ]),
]

/** Up to limit + 1 organizations in the order read. */
export const pageQuery = (ctx: Context, filter: OrganizationFilter, window: OrganizationWindow) => {
  const direction = isBackwards(window) ? 'desc' : 'asc'
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  const [key, id] = window.position?.after ?? []
  const counted = ctx.db
    .selectFrom('organizations as o')
    .select('o.id')
    .where('o.tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.and(matches(filter)))
    .limit(mostCounted + 1)
    .as('counted')
  return withParent(ctx)
    .select(
      ctx.db
        .selectFrom(counted)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .as('total'),
    )
    .where((eb) => eb.and(matches(filter)))
    .$if(window.position !== null, (query) =>
      query.where(sql<SqlBool>`(o.name_key, o.id) ${operator} (${key}::text, ${id}::uuid)`),
    )
    .orderBy('o.name_key', direction)
    .orderBy('o.id', direction)
    .limit(window.limit + 1)
}

/** As `pageQuery`, for a term that is found anywhere. */
export const searchQuery = (
  ctx: Context,
  filter: OrganizationFilter,
  window: OrganizationWindow,
) => {
  const [key = null, id = null] = window.position?.after ?? []
  const page = sql<{
    id: string
    matches: number
    place: number
  }>`(select * from search_organizations(
    ${filter.term}, ${isBackwards(window)}, ${key}, ${id}::uuid, ${window.limit + 1}::integer,
    null, ${filter.parentId}::uuid, null)
    with ordinality as page (id, matches, place))`
  return withParent(ctx)
    .innerJoin(page.as('p'), (join) => join.onRef('o.id', '=', 'p.id'))
    .select('p.matches as total')
    .orderBy('p.place')
}

export const listPage = async (
  ctx: Context,
  filter: OrganizationFilter,
  window: OrganizationWindow,
): Promise<readonly ListedOrganization[]> => {
  const rows =
    filter.term === null
      ? await pageQuery(ctx, filter, window).execute()
      : await searchQuery(ctx, filter, window).execute()
  return rows.map((row) => ({ ...row, total: Number(row.total ?? 0) }))
}
