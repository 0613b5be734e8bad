import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ExternalCredentialRow } from '../../../platform/db/schema/connectors.ts'

export type StoredCredential = Selectable<ExternalCredentialRow>
type Type = StoredCredential['type']

/** The user's credential of a type. */
export const credentialQuery = (
  ctx: Context,
  userId: string | null,
  type: Type,
): CompiledQuery<StoredCredential> =>
  ctx.db
    .selectFrom('external_credentials')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .compile()

export const find = async (ctx: Context, userId: string, type: Type) =>
  (await ctx.db.executeQuery(credentialQuery(ctx, userId, type))).rows[0]

/** How many users have one. */
export const count = async (ctx: Context, type: Type): Promise<number> => {
  const { users } = await ctx.db
    .selectFrom('external_credentials')
    .select((eb) => eb.fn.countAll().as('users'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return Number(users)
}

export const put = async (
  ctx: Context,
  { userId, type, identifier }: { userId: string; type: Type; identifier: string },
): Promise<void> => {
  const created_at = ctx.platform.clock.now()
  await ctx.db
    .insertInto('external_credentials')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: userId,
      type,
      identifier,
      created_at,
      last_used_at: null,
      last_answer_hmac: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'type'])
        .doUpdateSet({ identifier, created_at, last_used_at: null, last_answer_hmac: null }),
    )
    .execute()
}

export const remove = async (ctx: Context, userId: string, type: Type): Promise<void> => {
  await ctx.db
    .deleteFrom('external_credentials')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .execute()
}

/** For so long the same answer is not taken again. */
const replayMillis = 10 * 60_000

/** Uses an answer up; fails (division by zero) when it was taken a moment ago. */
export const useAnswer = (
  ctx: Context,
  { user_id, type }: StoredCredential,
  hmac: Buffer,
): CompiledQuery => {
  const now = ctx.platform.clock.now()
  return sql`with used as (
      update external_credentials set last_answer_hmac = ${hmac}::bytea, last_used_at = ${now}
      where tenant_id = ${ctx.tenant.id} and user_id = ${user_id} and type = ${type}
        and (last_answer_hmac is distinct from ${hmac}::bytea
          or last_used_at < ${new Date(now.getTime() - replayMillis)})
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)
}
