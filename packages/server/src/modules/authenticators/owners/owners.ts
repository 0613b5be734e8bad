import { holds } from '@signet/rules/roles'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { inSight } from '../../identity/groups/index.ts'
import { rightsOf } from '../../identity/roles/index.ts'

export interface Owner {
  readonly id: string
  /** The user id people type. */
  readonly name: string
}

/** A user whose authenticators the caller may look at. @throws user_not_found */
export const readOwner = async (ctx: Context, userId: string): Promise<Owner> => {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'user_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where(inSight(ctx, 'users.id'))
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('user_not_found')
  return { id: row.id, name: row.user_id }
}

/** Whether sign-ins take them for an administrator: they hold a role that is not a plain user's. */
export const isAdministrator = async (ctx: Context, userId: string): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'held.tenant_id').onRef('r.id', '=', 'held.role_id'),
    )
    .select('r.id')
    .where('held.tenant_id', '=', ctx.tenant.id)
    .where('held.user_id', '=', userId)
    .where('r.role_type', '<>', 'USER')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whoever gives or takes an authenticator could sign in as its owner, or keep them out: that takes
 * the owner's rights. @throws user_not_found, rights_not_held
 */
export const expectAuthority = async (ctx: Context, userId: string): Promise<Owner> => {
  const owner = await readOwner(ctx, userId)
  if (ctx.actor.kind === 'system') return owner
  if (ctx.actor.kind === 'anonymous') throw new ApiError('access_denied')
  if (!holds(ctx.actor, await rightsOf(ctx, userId))) throw new ApiError('rights_not_held')
  return owner
}
