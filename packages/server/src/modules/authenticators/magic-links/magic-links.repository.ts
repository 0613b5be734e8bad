import { createHash } from 'node:crypto'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { MagicLinkRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredMagicLink = Selectable<MagicLinkRow>

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A link that somebody asks for while signing in. */
interface AskedLink {
  readonly token: string
  /** A user's id, or a stranger's key. */
  readonly subject: string
  readonly userId: string | null
  readonly transactionId: string
  /** The sign-in that waits for it. */
  readonly waiting: Readonly<Record<string, unknown>>
  /** Whose messages are counted. */
  readonly recipient: string
  readonly expiresAt: Date
  readonly resendAfter: Date
  readonly sendsPerHour: number
}

interface PutLink {
  /** The new link holds, and is to be mailed. */
  readonly put: boolean
  /** The last link is too young for another. */
  readonly early: boolean
  readonly expires_at: Date | null
  readonly resend_after: Date | null
}

/** Counts a message to a mailbox, if it may have one more (a common table of a statement). */
const counted = (ctx: Context, { recipient, sendsPerHour }: AskedLink, from: string) => {
  const now = ctx.platform.clock.now()
  const hourAgo = new Date(now.getTime() - 3_600_000)
  return sql`
    insert into send_budgets as b (tenant_id, recipient, window_started_at, sent)
    select ${ctx.tenant.id}::uuid, ${recipient}, ${now}::timestamptz, 1 from ${sql.raw(from)}
    on conflict (tenant_id, recipient) do update set
      sent = case when b.window_started_at <= ${hourAgo}::timestamptz then 1 else b.sent + 1 end,
      window_started_at = case when b.window_started_at <= ${hourAgo}::timestamptz
        then excluded.window_started_at else b.window_started_at end
    where b.window_started_at <= ${hourAgo}::timestamptz or b.sent < ${sendsPerHour}::integer
    returning 1`
}

/**
 * Puts a new link in the place of a transaction's last one, unless that is too young, was cancelled
 * or used, or its mailbox has had its share: decided and counted in one statement.
 */
export const putAsked = async (ctx: Context, link: AskedLink): Promise<PutLink> => {
  const now = ctx.platform.clock.now()
  const tenant = sql`${ctx.tenant.id}::uuid`
  const { rows } = await sql<PutLink>`
    with last as (
      select expires_at, resend_after from magic_links
      where tenant_id = ${tenant} and transaction_id = ${link.transactionId}::uuid),
    early as (select exists (select 1 from last where resend_after > ${now}::timestamptz) as early),
    counted as (${counted(ctx, link, 'early where not early')}),
    put as (
      insert into magic_links as m (tenant_id, id, kind, token_hash, subject, user_id,
        transaction_id, waiting, address, user_agent, created_at, expires_at, resend_after)
      select ${tenant}, ${ctx.platform.ids.uuid()}::uuid, 'REQUESTED',
        ${tokenHash(link.token)}::bytea, ${link.subject}, ${link.userId}::uuid,
        ${link.transactionId}::uuid, ${JSON.stringify(link.waiting)}::jsonb,
        ${ctx.request.address}, ${ctx.request.userAgent?.slice(0, 300) ?? null},
        ${now}::timestamptz, ${link.expiresAt}::timestamptz, ${link.resendAfter}::timestamptz
      from counted
      on conflict (tenant_id, transaction_id) do update set token_hash = excluded.token_hash,
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        resend_after = excluded.resend_after
      where m.state = 'OPEN'
      returning expires_at, resend_after)
    select exists (select 1 from put) as put, early.early,
      coalesce((select expires_at from put), (select expires_at from last)) as expires_at,
      coalesce((select resend_after from put), (select resend_after from last)) as resend_after
    from early`.execute(ctx.db)
  return rows[0] ?? { put: false, early: false, expires_at: null, resend_after: null }
}

const open = (ctx: Context) =>
  ctx.db
    .selectFrom('magic_links')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('expires_at', '>', ctx.platform.clock.now())

/** A link that may still be used; of strangers there is a row too, which nobody was mailed. */
export const openLinkQuery = (ctx: Context, token: string): CompiledQuery<StoredMagicLink> =>
  open(ctx)
    .where('token_hash', '=', tokenHash(token))
    .where('state', '=', 'OPEN')
    .where('user_id', 'is not', null)
    .compile()

/** The link of a sign-in whose opener has let it go on. */
export const toldLinkQuery = (
  ctx: Context,
  transactionId: string,
): CompiledQuery<StoredMagicLink> =>
  open(ctx).where('transaction_id', '=', transactionId).where('state', '=', 'TOLD').compile()

export const findOpen = async (ctx: Context, token: string): Promise<StoredMagicLink | undefined> =>
  (await ctx.db.executeQuery(openLinkQuery(ctx, token))).rows[0]

/** What has become of the link of a sign-in. */
export const findAsked = (
  ctx: Context,
  transactionId: string,
): Promise<Pick<StoredMagicLink, 'state'> | undefined> =>
  open(ctx).where('transaction_id', '=', transactionId).executeTakeFirst()

/** Uses a link up; fails (division by zero) when it was used, cancelled or replaced meanwhile. */
export const useLink = (
  ctx: Context,
  { id, state, token_hash: hash }: StoredMagicLink,
): CompiledQuery =>
  sql`with used as (
      update magic_links set state = 'USED'
      where tenant_id = ${ctx.tenant.id} and id = ${id} and state = ${state}
        and token_hash = ${hash}
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)

/** Takes an open link to its other end; false when somebody was faster. */
export const endLink = async (
  ctx: Context,
  { id, token_hash: hash }: StoredMagicLink,
  state: 'TOLD' | 'CANCELLED',
): Promise<boolean> => {
  const rows = await ctx.db
    .updateTable('magic_links')
    .set({ state })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where('token_hash', '=', hash)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The link that an administrator made for a user and that was not used. */
export const findIssued = (ctx: Context, userId: string): Promise<StoredMagicLink | undefined> =>
  open(ctx)
    .where('user_id', '=', userId)
    .where('kind', '=', 'ISSUED')
    .where('state', '=', 'OPEN')
    .executeTakeFirst()

export const removeIssued = async (ctx: Context, userId: string): Promise<boolean> => {
  const rows = await ctx.db
    .deleteFrom('magic_links')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'ISSUED')
    .returning(['state', 'expires_at'])
    .execute()
  const now = ctx.platform.clock.now()
  return rows.some(({ state, expires_at }) => state === 'OPEN' && expires_at > now)
}

export const insertIssued = async (ctx: Context, row: StoredMagicLink): Promise<void> => {
  await ctx.db
    .insertInto('magic_links')
    .values({ ...row, waiting: null })
    .execute()
}
