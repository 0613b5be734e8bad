import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

interface Reading extends Pick<Context, 'db'> {
  readonly tenant: { readonly id: string }
}

/** The active users who hold a role of super administrators, once for each such role. */
export const superAdministrators = ({ db, tenant }: Reading) =>
  db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', (join) =>
      join.onRef('ur.tenant_id', '=', 'u.tenant_id').onRef('ur.user_id', '=', 'u.id'),
    )
    .innerJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.id', '=', 'ur.role_id'),
    )
    .where('u.tenant_id', '=', tenant.id)
    .where('r.super_administrator', '=', true)
    .where('u.state', '=', 'ACTIVE')

interface Standing {
  readonly holds: boolean
  /** Whether another one, active and not locked, remains. */
  readonly remains: boolean
}

const readStanding = async (ctx: Context, userId: string): Promise<Standing | undefined> => {
  const holders = sql`from user_roles ur
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.super_administrator
    where ur.tenant_id = ${ctx.tenant.id}::uuid`
  const { rows } = await sql<Standing>`
    select exists (select 1 ${holders} and ur.user_id = ${userId}::uuid) as holds,
      exists (select 1 from users u where u.tenant_id = ${ctx.tenant.id}::uuid
        and u.id <> ${userId}::uuid and u.state = 'ACTIVE' and not u.locked
        and u.id in (select ur.user_id ${holders})) as remains`.execute(ctx.db)
  return rows[0]
}

/**
 * Makes sure that the tenant keeps an active super administrator when this user ceases to be one.
 * The roles' rows are held, so that two who remove each other do so one after the other.
 * @throws last_super_administrator
 */
export const keepSuperAdministrator = async (ctx: Context, userId: string): Promise<void> => {
  const standing = await readStanding(ctx, userId)
  if (standing?.holds !== true) return
  await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('super_administrator', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const locked = await readStanding(ctx, userId)
  if (locked?.remains !== true) throw new ApiError('last_super_administrator')
}
