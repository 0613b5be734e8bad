import {
  adminEntityTypes,
  type EntityType,
  type PermissionAction,
  permissionActions,
  providerEntityTypes,
} from '@signet/rules/permissions'
import { mergeRights, noRights, rightsOfRole } from '@signet/rules/roles'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context, Rights } from '../../../kit/context.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { RoleRow } from '../../../platform/db/schema/identity.ts'

export type StoredRole = Selectable<RoleRow>
type RoleFacts = Pick<
  StoredRole,
  'id' | 'version' | 'super_administrator' | 'group_management' | 'group_ids' | 'permissions'
>

const isProviderType = new Set<string>(providerEntityTypes)

const everything = (isProvider: boolean): Rights['permissions'] => {
  const types = isProvider ? [...adminEntityTypes, ...providerEntityTypes] : adminEntityTypes
  const permissions: Partial<Record<EntityType, readonly PermissionAction[]>> = {}
  for (const type of types) permissions[type] = permissionActions
  return permissions
}

const withoutProviderTypes = ({
  permissions,
}: Pick<Rights, 'permissions'>): Rights['permissions'] =>
  Object.fromEntries(Object.entries(permissions).filter(([type]) => !isProviderType.has(type)))

/**
 * What roles amount to in a tenant. A super administrator may do everything there is to do in it;
 * provider permissions count in the tenants of providers only.
 */
export const rightsFrom = (roles: readonly RoleFacts[], isProvider: boolean): Rights => {
  const merged = mergeRights(
    roles.map((role) =>
      rightsOfRole({
        superAdministrator: role.super_administrator,
        groupManagement: role.group_management,
        groupIds: role.group_ids,
        permissions: role.permissions,
      }),
    ),
  )
  const roleIds = roles.map(({ id }) => id)
  if (merged.superAdministrator) {
    return { ...merged, roleIds, permissions: everything(isProvider) }
  }
  return isProvider
    ? { ...merged, roleIds }
    : { ...merged, roleIds, permissions: withoutProviderTypes(merged) }
}

/** What permissions amount to that something holds without a role. */
export const rightsOfGrants = (
  permissions: StoredRole['permissions'],
  isProvider: boolean,
): Rights => ({
  ...rightsFrom(
    [
      {
        id: '',
        version: 0,
        super_administrator: false,
        group_management: 'ALL',
        group_ids: [],
        permissions,
      },
    ],
    isProvider,
  ),
  roleIds: [],
})

/** Which roles a principal has, each with its version. */
interface Standing {
  readonly tenantId: string
  readonly isProvider: boolean
  /** `id:version` of each role by id, comma between; null for none. */
  readonly roles: string | null
}

/** Of a user whose row is at hand as `userId`: the roles' ids and versions as one text. */
export const standingOf = (tenantId: string, userId: string) =>
  sql<
    string | null
  >`(select string_agg(ur.role_id::text || ':' || r.version, ',' order by ur.role_id)
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tenantId}::uuid and ur.user_id = ${sql.ref(userId)})`

const readRoles = (db: TenantDb, { tenantId, roles }: Standing): Promise<RoleFacts[]> =>
  db
    .selectFrom('roles')
    .select([
      'id',
      'version',
      'super_administrator',
      'group_management',
      'group_ids',
      'permissions',
    ])
    .where('tenant_id', '=', tenantId)
    .where(
      'id',
      'in',
      (roles ?? '').split(',').map((role) => role.slice(0, 36)),
    )
    .orderBy('id')
    .execute()

/** Rights by the roles and versions they come from: a changed role has another version. */
const known = boundedCache<Rights>(20_000)

const none: Rights = { ...noRights, roleIds: [] }

/** The rights behind a standing; what each role permits is read once per version. */
export const rightsOfStanding = async (db: TenantDb, standing: Standing): Promise<Rights> => {
  if (standing.roles === null) return none
  const key = `${standing.isProvider} ${standing.roles}`
  const before = known.get(key)
  if (before !== undefined) return before
  const roles = await readRoles(db, standing)
  const rights = rightsFrom(roles, standing.isProvider)
  if (roles.map(({ id, version }) => `${id}:${version}`).join() === standing.roles) {
    known.set(key, rights)
  }
  return rights
}

/** What a user may do now. */
export const rightsOf = async (ctx: Context, userId: string): Promise<Rights> => {
  const row = await ctx.db
    .selectFrom('users as u')
    .select(standingOf(ctx.tenant.id, 'u.id').as('roles'))
    .where('u.tenant_id', '=', ctx.tenant.id)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  const { id: tenantId, isProvider } = ctx.tenant
  return rightsOfStanding(ctx.db, { tenantId, isProvider, roles: row?.roles ?? null })
}
