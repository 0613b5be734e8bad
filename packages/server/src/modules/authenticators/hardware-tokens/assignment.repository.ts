import type { Context } from '../../../kit/context.ts'
import type { StoredToken } from '../tokens/index.ts'

/** Tokens are given one after the other to one user: their row is held until the transaction ends. */
export const countTokensOf = async (ctx: Context, userId: string): Promise<number> => {
  await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await ctx.db
    .selectFrom('tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Assigned {
  readonly state: StoredToken['state']
  readonly userId: string | null
  /** Of the codes that were shown with it. */
  readonly accepted: { readonly step: number; readonly driftQuarters: number } | null
}

export const updateAssigned = (
  ctx: Context,
  { id }: Pick<StoredToken, 'id'>,
  { state, userId, accepted }: Assigned,
): Promise<StoredToken> => {
  const now = ctx.platform.clock.now()
  const learnt =
    accepted === null ? {} : { last_step: accepted.step, drift_quarters: accepted.driftQuarters }
  return ctx.db
    .updateTable('tokens')
    .set((eb) => ({
      state,
      user_id: userId,
      ...learnt,
      ...(state === 'ACTIVE' ? { activated_at: now } : {}),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
