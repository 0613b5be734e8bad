import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { beginsWith, mostCounted, type Window } from '../../../kit/lists.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import { plannedRows } from '../../../platform/db/planned-rows.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { memberOf } from '../groups/index.ts'
import { invitationOfUser, isInvitationOf, rolesOfUser } from './users.repository.ts'

export interface UserFilter {
  readonly tenantId: string
  readonly state: 'ACTIVE' | 'INACTIVE' | 'REGISTERING' | null
  readonly type: 'MGMT_UI' | 'LDAP_AD' | 'EXTERNAL' | null
  readonly locked: boolean | null
  readonly roleId: string | null
  /** Members of any of these; null for everybody. */
  readonly groups: readonly string[] | null
  readonly organizationId: string | null
  readonly oauthRoleId: string | null
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
  readonly invitation: 'PENDING' | 'EXPIRED' | null
  /** By which invitations are pending or expired; null where they do not matter. */
  readonly now: Date | null
  /** At the beginning of the sort column; null for any. */
  readonly prefix: string | null
  /** Anywhere in the search text, three characters or more; null for any. */
  readonly term: string | null
}

export type SortColumn = 'name' | 'userId' | 'created'

export interface UserWindow extends Window {
  readonly sortBy: SortColumn
  /** Whether the total is asked for beside the rows. */
  readonly counting: boolean
}

export const columnOf = {
  name: 'u.name_key',
  userId: 'u.user_id_key',
  created: 'u.created_at',
} as const
export const typeOf = { name: sql`text`, userId: sql`text`, created: sql`timestamptz` } as const
const prefixColumnOf = { ...columnOf, created: 'u.name_key' } as const

type Users = ExpressionBuilder<Tables & { u: Tables['users'] }, 'u'>

export const summaryColumns = [
  'u.id',
  'u.user_id',
  'u.external_id',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.mobile',
  'u.phone',
  'u.locale',
  'u.type',
  'u.state',
  'u.locked',
  'u.last_authenticated_at',
  'u.created_at',
  'u.version',
  'u.name_key',
  'u.user_id_key',
] as const

/** People who have a role, are in an organization, have an OAuth role. */
const linked = (eb: Users, filter: UserFilter): (Expression<SqlBool> | null)[] => {
  const { tenantId, roleId, organizationId, oauthRoleId } = filter
  return [
    roleId === null
      ? null
      : eb('u.id', 'in', (query) =>
          query
            .selectFrom('user_roles as ur')
            .select('ur.user_id')
            .where('ur.tenant_id', '=', tenantId)
            .where('ur.role_id', '=', roleId),
        ),
    organizationId === null
      ? null
      : eb('u.id', 'in', (query) =>
          query
            .selectFrom('user_organizations as uo')
            .select('uo.user_id')
            .where('uo.tenant_id', '=', tenantId)
            .where('uo.organization_id', '=', organizationId),
        ),
    oauthRoleId === null
      ? null
      : eb('u.id', 'in', (query) =>
          query
            .selectFrom('user_oauth_roles as uo')
            .select('uo.user_id')
            .where('uo.tenant_id', '=', tenantId)
            .where('uo.oauth_role_id', '=', oauthRoleId),
        ),
  ]
}

const invited = ({ tenantId, invitation, now }: UserFilter): Expression<SqlBool> | null => {
  if (invitation === null) return null
  const isDue = sql.raw(invitation === 'PENDING' ? '>' : '<=')
  return sql<SqlBool>`exists (select 1 from setup_links l
    where ${isInvitationOf(tenantId)} and l.expires_at ${isDue} ${now}::timestamptz)`
}

export const conditions = (
  eb: Users,
  filter: UserFilter,
  sortBy: SortColumn,
): Expression<SqlBool>[] => {
  const { state, type, locked, createdFrom, createdUntil, prefix, groups } = filter
  const given: (Expression<SqlBool> | null)[] = [
    eb('u.tenant_id', '=', filter.tenantId),
    // Written out, so that the planner sees which partial index holds these rows.
    state === null ? null : eb('u.state', '=', sql.lit(state)),
    type === null ? null : eb('u.type', '=', type),
    locked === null ? null : locked ? sql<SqlBool>`u.locked` : sql<SqlBool>`not u.locked`,
    createdFrom === null ? null : eb('u.created_at', '>=', createdFrom),
    createdUntil === null ? null : eb('u.created_at', '<', createdUntil),
    prefix === null ? null : beginsWith(sql.ref(prefixColumnOf[sortBy]), prefix),
    ...linked(eb, filter),
    invited(filter),
    groups === null ? null : memberOf(filter.tenantId, groups, 'u.id'),
  ]
  return given.filter((condition) => condition !== null)
}

/** Rows that `search_users` counts; of more it tells the planner's idea. */
export const mostFound = 1000

const countedTotal = (db: TenantDb, filter: UserFilter, sortBy: SortColumn) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('users as u')
        .select('u.id')
        .where((eb) => eb.and(conditions(eb, filter, sortBy)))
        // In the page's order, so that its index serves for counting too.
        .orderBy(columnOf[sortBy])
        .orderBy('u.id')
        .limit(mostCounted + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))

/**
 * One page in one statement, up to limit + 1 rows in the order read, each with the total when it
 * is asked for. No rows, no total: nothing matches.
 */
export const pageQuery = (db: TenantDb, filter: UserFilter, window: UserWindow) => {
  const { sortBy, limit, position, counting, backwards } = window
  const column = columnOf[sortBy]
  const direction = backwards ? 'desc' : 'asc'
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  const [key, id] = position?.after ?? []
  return db
    .selectFrom('users as u')
    .select(summaryColumns)
    .select(rolesOfUser(filter.tenantId).as('roles'))
    .select(invitationOfUser(filter.tenantId).as('invitation'))
    .select(
      counting
        ? countedTotal(db, filter, sortBy).as('total')
        : sql<number | null>`null::integer`.as('total'),
    )
    .where((eb) => eb.and(conditions(eb, filter, sortBy)))
    .$if(position !== null, (query) =>
      query.where(
        sql<SqlBool>`(${sql.ref(column)}, u.id) ${operator} (${key}::${typeOf[sortBy]}, ${id}::uuid)`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('u.id', direction)
    .limit(limit + 1)
}

interface Values extends UserFilter {
  readonly key: string | number | null
  readonly id: string | number | null
  readonly limit: number
}

/** The same question with the place of each value instead of it. */
const asPlaces = (filter: UserFilter, window: UserWindow, p: Parameter<Values>) => ({
  filter: {
    ...filter,
    tenantId: p('tenantId'),
    type: filter.type && p('type'),
    roleId: filter.roleId && p('roleId'),
    groups: filter.groups && p('groups'),
    organizationId: filter.organizationId && p('organizationId'),
    oauthRoleId: filter.oauthRoleId && p('oauthRoleId'),
    createdFrom: filter.createdFrom && p('createdFrom'),
    createdUntil: filter.createdUntil && p('createdUntil'),
    now: filter.now && p('now'),
    prefix: filter.prefix && p('prefix'),
  },
  window: {
    ...window,
    position: window.position && { ...window.position, after: [p('key'), p('id')] },
  },
})

const shapeOf = (filter: UserFilter, window: UserWindow): string => {
  const { sortBy, counting, limit, backwards } = window
  const { state, type, locked, roleId, createdFrom, createdUntil, prefix } = filter
  const { groups, organizationId, oauthRoleId, invitation } = filter
  const dates = [createdFrom, createdUntil]
  const belongings = [roleId, groups, organizationId, oauthRoleId]
  const given = [type, ...belongings, ...dates, prefix, window.position]
  const marks = given.map((value) => (value === null ? '-' : '+')).join('')
  return `${state} ${locked} ${invitation} ${marks} ${sortBy} ${backwards} ${counting} ${limit}`
}

export type PageRow = Awaited<ReturnType<ReturnType<typeof pageQuery>['execute']>>[number]

/** Statements by shape: building one costs as much as running it. */
const pages = new LRUCache<string, (values: Values) => CompiledQuery<PageRow>>({ max: 500 })

const preparedPage = (filter: UserFilter, window: UserWindow) => {
  const shape = shapeOf(filter, window)
  const known = pages.get(shape)
  if (known !== undefined) return known
  const made = prepared((db, p: Parameter<Values>) => {
    const places = asPlaces(filter, window, p)
    return pageQuery(db, places.filter, places.window).compile()
  })
  pages.set(shape, made)
  return made
}

/** As `pageQuery`, for a term that is found anywhere: the rows come from `search_users`. */
export const searchQuery = prepared(
  (db, p: Parameter<Values & { readonly sortBy: SortColumn; readonly backwards: boolean }>) => {
    const page = sql<{ id: string; matches: number; place: number }>`
      search_users(${p('term')}, ${p('sortBy')}, ${p('backwards')}, ${p('key')}, ${p('id')}::uuid,
        ${p('limit')}::integer + 1, ${p('state')}, ${p('type')}, ${p('locked')},
        ${p('roleId')}::uuid, ${p('createdFrom')}, ${p('createdUntil')}, ${p('groups')}::uuid[],
        ${p('organizationId')}::uuid, ${p('oauthRoleId')}::uuid, ${p('invitation')},
        ${p('now')}::timestamptz)
      with ordinality as page (id, matches, place)`
    return db
      .selectFrom('users as u')
      .innerJoin(
        sql<{ id: string; matches: number; place: number }>`(select * from ${page})`.as('p'),
        (join) => join.onRef('u.id', '=', 'p.id'),
      )
      .select(summaryColumns)
      .select([
        rolesOfUser(p('tenantId')).as('roles'),
        invitationOfUser(p('tenantId')).as('invitation'),
        'p.matches as total',
      ])
      .where('u.tenant_id', '=', p('tenantId'))
      .orderBy('p.place')
      .compile()
  },
)

/** A page by the order of all users, or by search. */
export const listPage = async (
  db: TenantDb,
  filter: UserFilter,
  window: UserWindow,
): Promise<readonly PageRow[]> => {
  const [key = null, id = null] = window.position?.after ?? []
  const values = { ...filter, key, id, limit: window.limit }
  const { sortBy } = window
  const query =
    filter.term === null
      ? preparedPage(filter, window)(values)
      : searchQuery({ ...values, sortBy, backwards: window.backwards })
  return (await db.executeQuery<PageRow>(query)).rows
}

export type ListedUser = PageRow

/** The planner's idea of how many users match: no row is read for it. */
export const estimateTotal = (db: TenantDb, filter: UserFilter): Promise<number> => {
  const { groups } = filter
  const query = db
    .selectFrom('users as u')
    .select('u.id')
    .where((eb) => eb.and(conditions(eb, { ...filter, groups: null }, 'name')))
    .$if(groups !== null, (users) =>
      users.where(sql<SqlBool>`u.id in (select ug.user_id from user_groups ug
        where ug.tenant_id = ${filter.tenantId}::uuid and ug.group_id = any(${groups}::uuid[]))`),
    )
  return plannedRows(db, query)
}
