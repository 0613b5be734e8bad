import type { Context } from '../../../kit/context.ts'
import { inSight } from '../../identity/groups/index.ts'

/** Whether a user is one of those whom the program manages. */
export const isInSight = async (ctx: Context, userId: string): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where(inSight(ctx, 'users.id'))
    .executeTakeFirst()
  return row !== undefined
}
