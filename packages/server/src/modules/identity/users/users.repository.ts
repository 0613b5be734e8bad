import { type CompiledQuery, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { standingOf } from '../roles/index.ts'
import type { StoredAttributeValue } from '../user-attributes/index.ts'
import { rowInsertion } from './row-insertion.ts'
import type { StoredIdentifier, StoredUser, UserRows } from './user-rows.ts'

export interface RoleName {
  readonly id: string
  readonly name: string
}

export interface RoleOfUser extends RoleName {
  /** Which of the built-in roles it is. */
  readonly builtIn: string | null
}

export interface GroupOfUser {
  readonly id: string
  readonly name: string
  readonly type: 'MGMT_UI' | 'LDAP_AD'
}

/** Times as JSON has them. */
export interface InvitationOfUser {
  readonly email: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

/** A user with what one statement reads beside the row. */
export interface FoundUser extends StoredUser {
  readonly aliases: readonly string[]
  readonly roles: readonly RoleOfUser[]
  /** All of them, whether the actor knows of them or not. */
  readonly groups: readonly GroupOfUser[]
  readonly organizations: readonly RoleName[]
  /** One that waits to be used. */
  readonly invitation: InvitationOfUser | null
  /** Roles and their versions, for `rightsOfStanding`. */
  readonly standing: string | null
}

/** The subject of events about a user. */
export const subjectOf = ({ id, user_id: name }: Pick<StoredUser, 'id' | 'user_id'>) => ({
  entity: 'USERS',
  id,
  name,
})

/** Roles of the user `u`, by name; most people have none, which a look at the index tells. */
export const rolesOfUser = (tenantId: string) => sql<RoleOfUser[]>`
  case when (select true from user_roles ur
    where ur.tenant_id = ${tenantId}::uuid and ur.user_id = u.id limit 1)
  then (
    select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'builtIn', r.built_in)
      order by r.name_key)
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tenantId}::uuid and ur.user_id = u.id)
  else '[]' end`

/**
 * Whether the link `l` is an invitation of the user `u` that waits to be used. The database ends it as soon
 * as the user has a way in.
 */
export const isInvitationOf = (tenantId: string) => sql<SqlBool>`
  l.tenant_id = ${tenantId}::uuid and l.user_id = u.id and l.kind = 'INVITATION'
    and l.used_at is null and (l.email is null or l.email = u.email)`

/** The invitation of the user `u` that waits to be used. */
export const invitationOfUser = (tenantId: string) => sql<InvitationOfUser | null>`(
  select jsonb_build_object('email', l.email, 'createdAt', l.created_at, 'expiresAt', l.expires_at)
  from setup_links l where ${isInvitationOf(tenantId)})`

/** As `rolesOfUser`: a look at the index for those who are in none. */
const groupsOfUser = (tenantId: string) => sql<GroupOfUser[]>`
  case when (select true from user_groups ug
    where ug.tenant_id = ${tenantId}::uuid and ug.user_id = u.id limit 1)
  then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'type', g.type)
      order by g.name_key)
    from user_groups ug join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
    where ug.tenant_id = ${tenantId}::uuid and ug.user_id = u.id)
  else '[]' end`

const organizationsOfUser = (tenantId: string) => sql<RoleName[]>`
  case when (select true from user_organizations uo
    where uo.tenant_id = ${tenantId}::uuid and uo.user_id = u.id limit 1)
  then (
    select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.display_name) order by o.name_key)
    from user_organizations uo
      join organizations o on o.tenant_id = uo.tenant_id and o.id = uo.organization_id
    where uo.tenant_id = ${tenantId}::uuid and uo.user_id = u.id)
  else '[]' end`

const found = ({ db, tenant }: Context) =>
  db
    .selectFrom('users as u')
    .selectAll('u')
    .select([
      sql<string[]>`(
        select coalesce(jsonb_agg(i.value order by i.normalised), '[]') from user_identifiers i
        where i.tenant_id = ${tenant.id}::uuid and i.user_id = u.id and i.kind = 'ALIAS')`.as(
        'aliases',
      ),
      rolesOfUser(tenant.id).as('roles'),
      groupsOfUser(tenant.id).as('groups'),
      organizationsOfUser(tenant.id).as('organizations'),
      invitationOfUser(tenant.id).as('invitation'),
      standingOf(tenant.id, 'u.id').as('standing'),
    ])
    .where('u.tenant_id', '=', tenant.id)

export const findUser = (ctx: Context, id: string): Promise<FoundUser | undefined> =>
  found(ctx).where('u.id', '=', id).executeTakeFirst()

/**
 * Keeps the rows as they are until the transaction ends; taken in the order of their ids. Read by a
 * statement of its own: one that waits for a row sees groups and roles as they were before it waited.
 */
export const findUsersForChange = async (
  ctx: Context,
  ids: readonly string[],
): Promise<FoundUser[]> => {
  if (ids.length === 0) return []
  const these = sql<boolean>`u.id = any (${ids}::uuid[])`
  await ctx.db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.tenant_id', '=', ctx.tenant.id)
    .where(these)
    .orderBy('u.id')
    .forUpdate()
    .execute()
  return found(ctx).where(these).orderBy('u.id').execute()
}

export const findByIdentifier = (
  ctx: Context,
  normalised: string,
): Promise<FoundUser | undefined> =>
  found(ctx)
    .where('u.id', '=', (query) =>
      query
        .selectFrom('user_identifiers as i')
        .select('i.user_id')
        .where('i.tenant_id', '=', ctx.tenant.id)
        .where('i.normalised', '=', normalised),
    )
    .executeTakeFirst()

export const findByExternalId = (
  ctx: Context,
  externalId: string,
): Promise<FoundUser | undefined> =>
  found(ctx).where('u.external_id', '=', externalId).executeTakeFirst()

/** What is locked, migrated or signed in, nobody is created as. */
const insertUsers = rowInsertion<StoredUser>('users', {
  tenant_id: 'uuid',
  id: 'uuid',
  user_id: 'text',
  user_id_key: 'text',
  type: 'text',
  state: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  email_verified: 'boolean',
  mobile: 'text',
  phone: 'text',
  locale: 'text',
  external_id: 'text',
  security_id: 'text',
  user_principal_name: 'text',
  directory_type: 'text',
  attributes: 'jsonb',
  registration_required: 'boolean',
  verification_required: 'boolean',
  show_notification: 'boolean',
  name_key: 'text',
  search_text: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
})

const identifierInsertion = rowInsertion<StoredIdentifier>('user_identifiers', {
  tenant_id: 'uuid',
  normalised: 'text',
  user_id: 'uuid',
  kind: 'text',
  value: 'text',
})

const valueInsertion = rowInsertion<StoredAttributeValue>('user_attribute_values', {
  tenant_id: 'uuid',
  attribute_id: 'text',
  user_id: 'uuid',
  normalised: 'text',
  unique_key: 'text',
})

/** The statements that write new users; a unique violation is for `translateConflict`. */
export const userInsertions = (rows: readonly UserRows[]): CompiledQuery[] => {
  const users = rows.map(({ user }) => user)
  const identifiers = rows.flatMap((row) => row.identifiers)
  const values = rows.flatMap((row) => row.values)
  return [
    insertUsers(users),
    identifierInsertion(identifiers),
    ...(values.length === 0 ? [] : [valueInsertion(values)]),
  ]
}

/** The groups of a user who is being created; writes only. */
export const insertFirstGroups = async (
  ctx: Context,
  user: Pick<StoredUser, 'tenant_id' | 'id' | 'name_key'>,
  groups: readonly GroupOfUser[],
): Promise<void> => {
  if (groups.length === 0) return
  const { tenant_id, id, name_key } = user
  await ctx.db
    .insertInto('user_groups')
    .values(groups.map((group) => ({ tenant_id, user_id: id, group_id: group.id, name_key })))
    .execute()
}

export type UserColumns = Partial<Omit<StoredUser, 'tenant_id' | 'id' | 'version' | 'created_at'>>

export interface UserPatch {
  readonly user: FoundUser
  readonly columns: UserColumns
}

/**
 * Writes columns of users, whose rows are held, and counts their versions up: one statement whatever
 * their number. Returns the users as they are then.
 */
export const updateUsers = async (
  ctx: Context,
  patches: readonly UserPatch[],
): Promise<readonly FoundUser[]> => {
  if (patches.length === 0) return []
  const names = [...new Set(patches.flatMap(({ columns }) => Object.keys(columns)))]
  const updated_at = ctx.platform.clock.now()
  const after = patches.map(({ user, columns }) => ({
    ...user,
    ...columns,
    updated_at,
    version: user.version + 1,
  }))
  const rows = after.map((user) =>
    Object.fromEntries(['id', ...names].map((name) => [name, Reflect.get(user, name)])),
  )
  const assignments = [
    ...names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`),
    sql`updated_at = ${updated_at}, version = u.version + 1`,
  ]
  await sql`
    update users u set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)}::jsonb) r
    where u.tenant_id = ${ctx.tenant.id} and u.id = r.id`.execute(ctx.db)
  return after
}

/** Puts users' identifiers in the place of the former ones. */
export const replaceIdentifiers = async (
  ctx: Context,
  userIds: readonly string[],
  identifiers: readonly StoredIdentifier[],
): Promise<void> => {
  if (userIds.length === 0) return
  await sql`delete from user_identifiers where tenant_id = ${ctx.tenant.id}
    and user_id = any (${userIds}::uuid[])`.execute(ctx.db)
  await ctx.db.executeQuery(identifierInsertion(identifiers))
}

/** Puts the values of users' own attributes in the place of the former ones. */
export const replaceAttributeValues = async (
  ctx: Context,
  userIds: readonly string[],
  values: readonly StoredAttributeValue[],
): Promise<void> => {
  if (userIds.length === 0) return
  await sql`delete from user_attribute_values where tenant_id = ${ctx.tenant.id}
    and user_id = any (${userIds}::uuid[])`.execute(ctx.db)
  if (values.length === 0) return
  await ctx.db.executeQuery(valueInsertion(values))
}

/** Everything of the users goes with their rows, by foreign keys. */
export const removeUsers = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  await sql`delete from users where tenant_id = ${ctx.tenant.id}
    and id = any (${ids}::uuid[])`.execute(ctx.db)
}
