import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TempAccessCodeRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredCode = Selectable<TempAccessCodeRow>
type NewCode = Pick<StoredCode, 'user_id' | 'code_hmac' | 'created_at' | 'expires_at' | 'max_uses'>

const ofUser = (ctx: Context, userId: string | null) =>
  ctx.db
    .selectFrom('temp_access_codes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', sql<string>`${userId}::uuid`)

export const findCode = (ctx: Context, userId: string): Promise<StoredCode | undefined> =>
  ofUser(ctx, userId).executeTakeFirst()

/** The code that may still be given. */
export const tempAccessCodeQuery = (
  ctx: Context,
  userId: string | null,
): CompiledQuery<StoredCode> =>
  ofUser(ctx, userId)
    .where('expires_at', '>', ctx.platform.clock.now())
    .whereRef('num_uses', '<', 'max_uses')
    .compile()

/** Puts a new code in the place of the former one, used or not. */
export const replaceCode = (ctx: Context, code: NewCode): Promise<StoredCode> => {
  const { user_id, ...values } = { ...code, num_uses: 0, last_used_at: null }
  return ctx.db
    .insertInto('temp_access_codes')
    .values({ tenant_id: ctx.tenant.id, user_id, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const removeCode = async (ctx: Context, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('temp_access_codes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes one use of it; fails (division by zero) when none is left, or another took its place. */
export const useTempAccessCode = (ctx: Context, code: StoredCode): CompiledQuery => {
  const now = ctx.platform.clock.now()
  return sql`with used as (
      update temp_access_codes set num_uses = num_uses + 1, last_used_at = ${now}
      where tenant_id = ${ctx.tenant.id} and user_id = ${code.user_id}
        and code_hmac = ${code.code_hmac} and num_uses < max_uses and expires_at > ${now}
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)
}
