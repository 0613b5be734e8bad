import { builtInRoleIds } from '@signet/rules/built-in-roles'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type NameSearch, nameHolds } from '../../../platform/db/name-search.ts'
import { insertRow, updateRow } from '../../../platform/db/row-sets.ts'
import { inSight } from '../groups/index.ts'
import type { StoredRole } from './role-rights.ts'

/** More roles than any tenant has; lists of them are not paged. */
const most = 1000

const roles = ({ db, tenant }: Context) =>
  db.selectFrom('roles as r').selectAll('r').where('r.tenant_id', '=', tenant.id)

interface RoleSearch extends NameSearch {
  /** Built-in ones whose translated names hold what is looked for. */
  readonly builtIn?: readonly string[]
}

/** The built-in ones first, from the highest to the lowest, then the tenant's own by name. */
export const listAllRoles = (ctx: Context, wanted: RoleSearch = {}): Promise<StoredRole[]> =>
  roles(ctx)
    .where(
      sql<SqlBool>`(${nameHolds(wanted)} or r.built_in = any(${wanted.builtIn ?? []}::text[]))`,
    )
    .orderBy(sql`array_position(${builtInRoleIds}::text[], r.built_in)`)
    .orderBy('r.name_key')
    .limit(most)
    .execute()

export const findRole = (ctx: Context, id: string): Promise<StoredRole | undefined> =>
  roles(ctx).where('r.id', '=', id).executeTakeFirst()

/** How many of these roles there are. */
export const countRoles = async (ctx: Context, ids: readonly string[]): Promise<number> =>
  (await roles(ctx).where('r.id', 'in', ids).limit(most).execute()).length

/** Keeps the row as it is until the transaction ends. */
export const findRoleForChange = (ctx: Context, id: string): Promise<StoredRole | undefined> =>
  roles(ctx).where('r.id', '=', id).forUpdate().executeTakeFirst()

export const listRolesOf = (ctx: Context, userId: string): Promise<StoredRole[]> =>
  roles(ctx)
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('user_roles as ur')
        .select('ur.role_id')
        .where('ur.tenant_id', '=', ctx.tenant.id)
        .where('ur.user_id', '=', userId),
    )
    .orderBy('r.name_key')
    .limit(most)
    .execute()

type NewRole = Omit<StoredRole, 'version'>
export type RoleColumns = Pick<
  StoredRole,
  'name' | 'name_key' | 'description' | 'group_management' | 'group_ids' | 'permissions'
>

export const insertRole = (ctx: Context, role: NewRole): Promise<StoredRole> =>
  insertRow(ctx, 'roles', role)

/** The version counts up: rights are remembered by it. */
export const updateRole = (ctx: Context, id: string, columns: RoleColumns): Promise<StoredRole> =>
  updateRow(ctx, 'roles', { id, ...columns })

/** Whose ids: every set of roles that some holder of this role has. */
export const listCombinationsWith = async (
  ctx: Context,
  roleId: string,
): Promise<readonly (readonly string[])[]> => {
  const { rows } = await sql<{ roles: string[] }>`
    select distinct array_agg(other.role_id order by other.role_id) as roles
    from user_roles one
      join user_roles other on other.tenant_id = one.tenant_id and other.user_id = one.user_id
    where one.tenant_id = ${ctx.tenant.id}::uuid and one.role_id = ${roleId}::uuid
    group by one.user_id`.execute(ctx.db)
  return rows.map((row) => row.roles)
}

/** Writes the link and counts the user's version up; false when it was there already. */
export const insertLink = async (ctx: Context, userId: string, roleId: string) => {
  const result = await ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows !== 0n
}

export const removeLink = async (ctx: Context, userId: string, roleId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('user_roles')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .execute()
}

export interface LinkedUser {
  readonly id: string
  readonly user_id: string
}

/** A user whom the actor sees. */
const linkedUser = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'user_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where(inSight(ctx, 'users.id'))

export const findLinkedUser = (ctx: Context, id: string): Promise<LinkedUser | undefined> =>
  linkedUser(ctx, id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends; sight is asked once it is held. */
export const findLinkedUserForChange = async (
  ctx: Context,
  id: string,
): Promise<LinkedUser | undefined> => {
  await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return linkedUser(ctx, id).executeTakeFirst()
}

/** A user shows their roles: who holds the former version learns of the change. */
export const touchUser = (ctx: Context, id: string) =>
  updateRow(ctx, 'users', { id, updated_at: ctx.platform.clock.now() })

/** Some of the people and applications that have a role, by name; applications come last. */
export const listHolders = async (ctx: Context, roleId: string, limit: number) => {
  const { rows } = await sql<{ user_id: string }>`
    select h.name as user_id from (
      select 0 as place, u.name_key, u.user_id as name
        from user_roles ur
          join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
        where ur.tenant_id = ${ctx.tenant.id}::uuid and ur.role_id = ${roleId}::uuid
      union all
      select 1, a.name_key, a.name from api_applications a
        where a.tenant_id = ${ctx.tenant.id}::uuid and a.role_id = ${roleId}::uuid
    ) h order by h.place, h.name_key limit ${limit}`.execute(ctx.db)
  return rows
}

export const countHolders = async (ctx: Context, roleId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from user_roles
        where tenant_id = ${ctx.tenant.id}::uuid and role_id = ${roleId}::uuid)
      + (select count(*) from api_applications
        where tenant_id = ${ctx.tenant.id}::uuid and role_id = ${roleId}::uuid))::integer
      as count`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
