import { createHash } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SetupLinkRow } from '../../../platform/db/schema/access.ts'
import { isWayIn } from '../../identity/ways-in/index.ts'

export type SetupLink = Selectable<SetupLinkRow>

const dayMillis = 24 * 3_600_000
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface NewSetupLink {
  readonly kind: SetupLink['kind']
  /** The account it is for; null lets its holder name one. */
  readonly userId: string | null
  /** Where an invitation is mailed to. */
  readonly email?: string | null
  /** A day without it. */
  readonly lifeMillis?: number
}

/**
 * The secrets of new links, in their order: 128 random bits each, of which only the SHA-256 is kept.
 * Part of a transaction.
 */
export const newSetupLinks = async (
  ctx: Context,
  wanted: readonly NewSetupLink[],
): Promise<readonly string[]> => {
  if (wanted.length === 0) return []
  const now = ctx.platform.clock.now()
  const tokens = wanted.map(() => ctx.platform.ids.random(16).toString('base64url'))
  const rows = wanted.map(({ kind, userId, email = null, lifeMillis = dayMillis }, at) => ({
    tenant_id: ctx.tenant.id,
    token_hash: hashOf(tokens[at] ?? ''),
    kind,
    user_id: userId,
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMillis),
    used_at: null,
  }))
  await ctx.db.insertInto('setup_links').values(rows).execute()
  return tokens
}

/** An invitation counts only for a user without a way in, at the address that it was mailed to. */
const isWanted = ({ tenant }: Context) => sql<SqlBool>`(kind <> 'INVITATION' or exists (
  select 1 from users u where u.tenant_id = ${tenant.id}::uuid and u.id = setup_links.user_id
    and (setup_links.email is null or setup_links.email = u.email)
    and not ${isWayIn(tenant.id, 'u.id')}))`

const goodLinks = (ctx: Context, tokenHash: Buffer) =>
  ctx.db
    .selectFrom('setup_links')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.platform.clock.now())
    .where(isWanted(ctx))

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
    .where(isWanted(ctx))
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

/** A link that was mailed proves its address. */
const proveAddress = async (ctx: Context, { user_id, email }: SetupLink): Promise<void> => {
  if (user_id === null || email === null) return
  await ctx.db
    .updateTable('users')
    .set((eb) => ({
      email_verified: true,
      verification_required: false,
      updated_at: ctx.platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', user_id)
    .where('email', '=', email)
    .execute()
}

/** Ends the invitations of these users that were not used; those who had one. */
export const endInvitations = async (
  ctx: Context,
  userIds: readonly string[],
): Promise<readonly string[]> => {
  if (userIds.length === 0) return []
  const ended = await ctx.db
    .updateTable('setup_links')
    .set({ used_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', 'INVITATION')
    .where('used_at', 'is', null)
    .where('user_id', 'in', userIds)
    .returning('user_id')
    .execute()
  return ended.flatMap(({ user_id }) => user_id ?? [])
}

/** Uses a link up and ends what it made needless; undefined when it is no longer good. */
export const useSetupLink = async (
  ctx: Context,
  tokenHash: Buffer,
): Promise<SetupLink | undefined> => {
  const used = await take(ctx, tokenHash)
  if (used === undefined) return undefined
  await proveAddress(ctx, used)
  const ended = await endOthers(ctx, used)
  await removeBegun(
    ctx,
    ended.flatMap(({ user_id: id }) => (id === null || id === used.user_id ? [] : [id])),
  )
  return used
}
