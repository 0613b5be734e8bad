import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SetupLinkRow } from '../../../platform/db/schema/access.ts'

export type SetupLink = Selectable<SetupLinkRow>

const dayMillis = 24 * 3_600_000
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface NewSetupLink {
  readonly kind: SetupLink['kind']
  /** The account it is for; null lets its holder name one. */
  readonly userId: string | null
  /** A day without it. */
  readonly lifeMillis?: number
}

/** A link's secret: 128 random bits, of which only the SHA-256 is kept. Part of a transaction. */
export const newSetupLink = async (
  ctx: Context,
  { kind, userId, lifeMillis = dayMillis }: NewSetupLink,
): Promise<string> => {
  const token = ctx.platform.ids.random(16).toString('base64url')
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('setup_links')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: hashOf(token),
      kind,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMillis),
      used_at: null,
    })
    .execute()
  return token
}

const goodLinks = (ctx: Context, tokenHash: Buffer) =>
  ctx.db
    .selectFrom('setup_links')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.platform.clock.now())

/** A link that may still be used; undefined for any other. */
export const findSetupLink = (ctx: Context, token: string): Promise<SetupLink | undefined> =>
  goodLinks(ctx, hashOf(token)).executeTakeFirst()

/** Ties a link to the account that its holder has named. */
export const nameAccount = async (ctx: Context, link: SetupLink, userId: string): Promise<void> => {
  await ctx.db
    .updateTable('setup_links')
    .set({ user_id: userId })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', link.token_hash)
    .execute()
}

/** Those of the used one's account; of the first administrator, whoever began one. */
const endOthers = (ctx: Context, { kind, user_id }: SetupLink) =>
  ctx.db
    .updateTable('setup_links')
    .set({ used_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('used_at', 'is', null)
    .where((eb) =>
      kind === 'FIRST_ADMINISTRATOR' ? eb('kind', '=', kind) : eb('user_id', '=', user_id),
    )
    .returning('user_id')
    .execute()

/** Uses a link up; undefined when it was used or has run out meanwhile. */
const take = (ctx: Context, tokenHash: Buffer): Promise<SetupLink | undefined> =>
  ctx.db
    .updateTable('setup_links')
    .set({ used_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.platform.clock.now())
    .returningAll()
    .executeTakeFirst()

/** A beginning that was not carried through makes way. */
export const removeBegun = async (ctx: Context, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  await ctx.db
    .deleteFrom('users')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', 'in', userIds)
    .where('state', '=', 'REGISTERING')
    .execute()
}

/** Uses a link up and ends what it made needless; undefined when it is no longer good. */
export const useSetupLink = async (
  ctx: Context,
  tokenHash: Buffer,
): Promise<SetupLink | undefined> => {
  const used = await take(ctx, tokenHash)
  if (used === undefined) return undefined
  const ended = await endOthers(ctx, used)
  await removeBegun(
    ctx,
    ended.flatMap(({ user_id: id }) => (id === null || id === used.user_id ? [] : [id])),
  )
  return used
}
