import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PasswordRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredPassword = Selectable<PasswordRow>

export const findPassword = (ctx: Context, userId: string): Promise<StoredPassword | undefined> =>
  ctx.db
    .selectFrom('passwords')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export type NewPasswordRow = Pick<
  StoredPassword,
  'user_id' | 'hash' | 'changed_at' | 'changed_in' | 'expires_at' | 'force_change'
>

/** Puts the password in the place of the former one and remembers it. */
export const savePassword = async (ctx: Context, row: NewPasswordRow): Promise<void> => {
  const tenant_id = ctx.tenant.id
  await ctx.db
    .insertInto('passwords')
    .values({ tenant_id, ...row, compromised: false })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet((eb) => ({
        ...row,
        foreign_kind: null,
        compromised: false,
        version: eb('passwords.version', '+', 1),
      })),
    )
    .execute()
  await ctx.db
    .insertInto('password_history')
    .values({ tenant_id, user_id: row.user_id, set_at: row.changed_at, hash: row.hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removePassword = async (ctx: Context, userId: string): Promise<number> => {
  const result = await ctx.db
    .deleteFrom('passwords')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The newest hashes, the newest first. */
export const listHistory = async (
  ctx: Context,
  userId: string,
  count: number,
): Promise<readonly string[]> => {
  const rows = await ctx.db
    .selectFrom('password_history')
    .select('hash')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('set_at', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Forgets all but the newest: what no rule asks for is not kept. */
export const trimHistory = async (ctx: Context, userId: string, kept: number): Promise<void> => {
  await ctx.db
    .deleteFrom('password_history')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('set_at', '<', (query) =>
      query
        .selectFrom('password_history as newer')
        .select('newer.set_at')
        .where('newer.tenant_id', '=', ctx.tenant.id)
        .where('newer.user_id', '=', userId)
        .orderBy('newer.set_at', 'desc')
        .offset(Math.max(0, kept - 1))
        .limit(1),
    )
    .execute()
}

/** Everything a password must not be made of: ids, aliases, names, the mail address's local part. */
export const listOwnWords = async (ctx: Context, userId: string): Promise<readonly string[]> => {
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()
  const identifiers = await ctx.db
    .selectFrom('user_identifiers')
    .select('value')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .limit(50)
    .execute()
  const mail = user?.email?.split('@', 1)[0]
  return [
    user?.user_id,
    user?.first_name,
    user?.last_name,
    mail,
    ...identifiers.map((row) => row.value),
  ]
    .filter((word) => word !== null && word !== undefined)
    .map((word) => word.split('@', 1)[0] ?? word)
}
