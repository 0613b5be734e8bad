import type { CompiledQuery, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { TempAccessCodeRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredCode = Selectable<TempAccessCodeRow>
type NewCode = Pick<StoredCode, 'user_id' | 'code_hmac' | 'created_at' | 'expires_at' | 'max_uses'>

const ofUser = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('temp_access_codes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)

export const findCode = (ctx: Context, userId: string): Promise<StoredCode | undefined> =>
  ofUser(ctx, userId).executeTakeFirst()

const findGood = statement<{ tenant: string; user: string | null; now: Date }, StoredCode>(`
  select * from temp_access_codes where tenant_id = :tenant::uuid and user_id = :user::uuid
    and expires_at > :now::timestamptz and num_uses < max_uses`)

/** The code that may still be given. */
export const tempAccessCodeQuery = (ctx: Context, user: string | null): CompiledQuery<StoredCode> =>
  findGood({ tenant: ctx.tenant.id, user, now: ctx.platform.clock.now() })

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

const use = statement<{ tenant: string; user: string; hmac: Buffer; now: Date }>(`
  with used as (
    update temp_access_codes set num_uses = num_uses + 1, last_used_at = :now::timestamptz
    where tenant_id = :tenant::uuid and user_id = :user::uuid and code_hmac = :hmac::bytea
      and num_uses < max_uses and expires_at > :now::timestamptz
    returning 1)
  select 1 / count(*) from used`)

/** Takes one use of it; fails (division by zero) when none is left, or another took its place. */
export const useTempAccessCode = (ctx: Context, code: StoredCode): CompiledQuery =>
  use({
    tenant: ctx.tenant.id,
    user: code.user_id,
    hmac: code.code_hmac,
    now: ctx.platform.clock.now(),
  })
