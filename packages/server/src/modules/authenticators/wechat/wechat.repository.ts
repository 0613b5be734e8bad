import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** The name that a linked account has among a person's contacts. */
const weChatAttribute = 'wechat'

const stateHash = (state: string): Buffer => createHash('sha256').update(state).digest()

interface Link {
  readonly userId: string
  readonly state: string
  readonly expiresAt: Date
}

/** A new link takes the place of a person's former one; in a transaction. */
export const putLink = async (ctx: Context, { userId, state, expiresAt }: Link): Promise<void> => {
  await ctx.db
    .deleteFrom('wechat_links')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  await ctx.db
    .insertInto('wechat_links')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: userId,
      state_hash: stateHash(state),
      created_at: ctx.platform.clock.now(),
      expires_at: expiresAt,
    })
    .execute()
}

/** Uses a link up: whose it is; undefined for one that is used, replaced or over. */
export const takeLink = async (ctx: Context, state: string) => {
  const { rows } = await sql<{ id: string; name: string }>`
    with taken as (
      delete from wechat_links where tenant_id = ${ctx.tenant.id}::uuid
        and state_hash = ${stateHash(state)}::bytea
        and expires_at > ${ctx.platform.clock.now()}::timestamptz returning user_id)
    select u.id, u.user_id as name from taken
    join users u on u.tenant_id = ${ctx.tenant.id}::uuid and u.id = taken.user_id
    where u.state = 'ACTIVE' and not u.locked`.execute(ctx.db)
  return rows[0]
}

const accounts = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('proven_contacts')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('attribute', '=', weChatAttribute)

export const findAccount = (ctx: Context, userId: string) =>
  accounts(ctx, userId).select('proven_at').executeTakeFirst()

/** False where there was none. */
export const removeAccount = async (ctx: Context, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('proven_contacts')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('attribute', '=', weChatAttribute)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** An account is one person's: whoever links it last has it. */
export const putAccount = async (ctx: Context, userId: string, openId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('proven_contacts')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('attribute', '=', weChatAttribute)
    .where('value', '=', openId)
    .execute()
  const proof = { value: openId, proven_at: ctx.platform.clock.now() }
  await ctx.db
    .insertInto('proven_contacts')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, attribute: weChatAttribute, ...proof })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'attribute']).doUpdateSet(proof),
    )
    .execute()
}
