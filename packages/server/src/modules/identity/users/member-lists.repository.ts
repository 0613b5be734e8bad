import { type CompiledQuery, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { mostCounted } from '../../../kit/lists.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import {
  columnOf,
  conditions,
  type PageRow,
  pageQuery,
  summaryColumns,
  typeOf,
  type UserFilter,
  type UserWindow,
} from './user-lists.repository.ts'
import { invitationOfUser, rolesOfUser } from './users.repository.ts'

export interface MemberFilter extends UserFilter {
  readonly groups: readonly string[]
}

type Whose = Pick<MemberFilter, 'tenantId' | 'groups'>

/** Members of the groups, each once, as far as a total is counted. */
const counted = (db: TenantDb, { tenantId, groups }: Whose) =>
  db
    .selectFrom(
      sql<{ user_id: string }>`(
        select distinct m.user_id from unnest(${groups}::uuid[]) g (id)
          cross join lateral (
            select ug.user_id from user_groups ug
            where ug.tenant_id = ${tenantId}::uuid and ug.group_id = g.id
            limit ${sql.lit(mostCounted + 1)}) m
        limit ${sql.lit(mostCounted + 1)})`.as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))

/**
 * A page by name out of the groups' own index: the same work in a group of ten and of a million.
 * Each group gives as many as the page holds, and the first of all of them are the page.
 */
export const byNameQuery = (db: TenantDb, filter: Whose, window: UserWindow) => {
  const { tenantId, groups } = filter
  const [key, id] = window.position?.after ?? []
  const direction = sql.raw(window.backwards ? 'desc' : 'asc')
  const operator = sql.raw(window.backwards ? '<' : '>')
  const most = sql.lit(window.limit + 1)
  const beyond =
    window.position === null
      ? sql``
      : sql`and (ug.name_key, ug.user_id) ${operator} (${key}::text, ${id}::uuid)`
  const page = sql<{ user_id: string; name_key: string }>`(
    select distinct m.name_key, m.user_id from unnest(${groups}::uuid[]) g (id)
      cross join lateral (
        select ug.name_key, ug.user_id from user_groups ug
        where ug.tenant_id = ${tenantId}::uuid and ug.group_id = g.id ${beyond}
        order by ug.name_key ${direction}, ug.user_id ${direction} limit ${most}) m
    order by m.name_key ${direction}, m.user_id ${direction} limit ${most})`
  return db
    .selectFrom(page.as('p'))
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'p.user_id'))
    .select(summaryColumns)
    .select([
      rolesOfUser(tenantId).as('roles'),
      invitationOfUser(tenantId).as('invitation'),
      window.counting
        ? counted(db, filter).as('total')
        : sql<number | null>`null::integer`.as('total'),
    ])
    .where('u.tenant_id', '=', tenantId)
    .orderBy('p.name_key', window.backwards ? 'desc' : 'asc')
    .orderBy('p.user_id', window.backwards ? 'desc' : 'asc')
}

interface Values extends Whose {
  readonly key: string | number | null
  readonly id: string | number | null
}

/** Statements by shape: building one costs as much as running it. */
const pages = new LRUCache<string, (values: Values) => CompiledQuery<PageRow>>({ max: 200 })

const preparedByName = (window: UserWindow) => {
  const { counting, limit, position } = window
  const shape = `${window.backwards} ${counting} ${limit} ${position === null}`
  const known = pages.get(shape)
  if (known !== undefined) return known
  const made = prepared((db, p: Parameter<Values>) =>
    byNameQuery(
      db,
      { tenantId: p('tenantId'), groups: p('groups') },
      { ...window, position: position && { ...position, after: [p('key'), p('id')] } },
    ).compile(),
  )
  pages.set(shape, made)
  return made
}

const listByName = async (
  db: TenantDb,
  { tenantId, groups }: Whose,
  window: UserWindow,
): Promise<readonly PageRow[]> => {
  const [key = null, id = null] = window.position?.after ?? []
  const { rows } = await db.executeQuery<PageRow>(
    preparedByName(window)({ tenantId, groups, key, id }),
  )
  return rows
}

/** A page of few members: all of them are fetched, filtered, counted and sorted. */
const gatheredQuery = (db: TenantDb, filter: MemberFilter, window: UserWindow) => {
  const { tenantId, groups } = filter
  const [key, id] = window.position?.after ?? []
  const direction = window.backwards ? 'desc' : 'asc'
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  const column = columnOf[window.sortBy]
  const found = db
    .selectFrom('users as u')
    .select(summaryColumns)
    .where((eb) => eb.and(conditions(eb, { ...filter, groups: null }, window.sortBy)))
    .where(
      sql<SqlBool>`u.id in (select ug.user_id from user_groups ug
        where ug.tenant_id = ${tenantId}::uuid and ug.group_id = any(${groups}::uuid[]) offset 0)`,
    )
  return db
    .with(
      (cte) => cte('u').materialized(),
      () => found,
    )
    .selectFrom('u')
    .selectAll('u')
    .select([
      rolesOfUser(tenantId).as('roles'),
      invitationOfUser(tenantId).as('invitation'),
      db
        .selectFrom(sql<{ id: string }>`u`.as('all_of_them'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .as('total'),
    ])
    .$if(window.position !== null, (query) =>
      query.where(
        sql<SqlBool>`(${sql.ref(column)}, u.id) ${operator} (${key}::${typeOf[window.sortBy]}, ${id}::uuid)`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('u.id', direction)
    .limit(window.limit + 1)
}

const isPlain = ({ tenantId: _tenantId, groups: _groups, ...narrowing }: MemberFilter): boolean =>
  Object.values(narrowing).every((value) => value === null)

/**
 * One page of the members of groups. In another order than by name, or filtered, few members are
 * gathered; where there are many, the order of all users is walked, which soon meets a page of them.
 */
export const listMembers = async (
  db: TenantDb,
  filter: MemberFilter,
  window: UserWindow,
): Promise<readonly PageRow[]> => {
  if (filter.groups.length === 0) return []
  if (window.sortBy === 'name' && isPlain(filter)) {
    return listByName(db, filter, window)
  }
  const { total } = await counted(db, filter).executeTakeFirstOrThrow()
  if (Number(total) <= mostCounted) return gatheredQuery(db, filter, window).execute()
  const rows = await pageQuery(db, filter, { ...window, counting: false }).execute()
  return rows.map((row) => ({ ...row, total: mostCounted + 1 }))
}
