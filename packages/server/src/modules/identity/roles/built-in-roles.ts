import { builtInRoleIds, builtInRoles } from '@signet/rules/built-in-roles'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

/** The built-in roles of a new tenant. */
export const ensureBuiltInRoles = async (ctx: Context): Promise<void> => {
  const rows = builtInRoleIds.map((id) => {
    const role = builtInRoles[id]
    return {
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      name: role.name,
      name_key: role.name.toLowerCase(),
      description: role.description,
      role_type: role.roleType,
      built_in: id,
      super_administrator: role.superAdministrator,
      group_management: role.groupManagement,
      group_ids: JSON.stringify(role.groupIds),
      permissions: JSON.stringify(role.permissions),
      created_at: ctx.platform.clock.now(),
    }
  })
  await ctx.db
    .insertInto('roles')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .execute()
}

/** Gives a user one of the built-in roles; part of the caller's transaction. */
export const assignBuiltInRole = async (
  ctx: Context,
  userId: string,
  builtIn: (typeof builtInRoleIds)[number],
): Promise<void> => {
  const role = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('built_in', '=', builtIn)
    .executeTakeFirst()
  if (role === undefined) throw new ApiError('not_found')
  await ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, role_id: role.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
