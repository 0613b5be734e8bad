import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

export interface UnusedCode {
  readonly code_hmac: Buffer
  readonly created_at: Date
}

export const unusedCodesQuery = (ctx: Context, userId: string | null): CompiledQuery<UnusedCode> =>
  ctx.db
    .selectFrom('recovery_codes')
    .select(['code_hmac', 'created_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', sql<string>`${userId}::uuid`)
    .where('used_at', 'is', null)
    .limit(20)
    .compile()

/** Puts a new set in the place of the former one, used or not. In a transaction. */
export const replaceCodes = async (
  ctx: Context,
  userId: string,
  hmacs: readonly Buffer[],
): Promise<void> => {
  await removeCodes(ctx, userId)
  const created_at = ctx.platform.clock.now()
  const tenant_id = ctx.tenant.id
  await ctx.db
    .insertInto('recovery_codes')
    .values(
      hmacs.map((code_hmac) => ({
        tenant_id,
        user_id: userId,
        code_hmac,
        created_at,
        used_at: null,
      })),
    )
    .execute()
}

export const removeCodes = async (ctx: Context, userId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

/** Uses a code up; fails (division by zero) when someone else was first. */
export const useCode = (ctx: Context, userId: string, codeHmac: Buffer): CompiledQuery =>
  sql`with used as (
      update recovery_codes set used_at = ${ctx.platform.clock.now()}
      where tenant_id = ${ctx.tenant.id} and user_id = ${userId} and code_hmac = ${codeHmac}
        and used_at is null
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)
