import type { Context } from '../../../kit/context.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'

/** Whether the tenant has an administrator who has finished setup. */
export const hasAdministrator = async (ctx: Context): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.id', '=', 'ur.role_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'ur.tenant_id').onRef('u.id', '=', 'ur.user_id'),
    )
    .select('ur.user_id')
    .where('ur.tenant_id', '=', ctx.tenant.id)
    .where('r.super_administrator', '=', true)
    .where('u.state', '<>', 'REGISTERING')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Tenants with an administrator. The last one cannot be removed, so this stays true. */
const finished = boundedCache<object>(10_000)

/** Whether the first administrator is missing; reads the database only until there is one. */
export const isSetupOpen = async (ctx: Context): Promise<boolean> => {
  const { id } = ctx.tenant
  if (finished.get(id) !== undefined) return false
  if (!(await hasAdministrator(ctx))) return true
  finished.set(id, {})
  return false
}
