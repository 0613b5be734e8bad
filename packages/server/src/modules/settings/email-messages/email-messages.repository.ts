import type { EmailFailure } from '@signet/contract/settings/email-messages'
import type { Insertable, Selectable } from 'kysely'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import type { EmailMessageRow } from '../../../platform/db/schema/email.ts'

export type StoredMessage = Selectable<EmailMessageRow>
export type Reason = z.output<typeof EmailFailure>

/** What became of a mail; the same mail tried again counts up. */
export const putMessage = async (
  ctx: Context,
  row: Omit<Insertable<EmailMessageRow>, 'tenant_id' | 'tries'>,
): Promise<void> => {
  const { state, reply, reason, via, without_server, updated_at } = row
  await ctx.db
    .insertInto('email_messages')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet({
        state,
        reply,
        reason,
        via,
        without_server,
        updated_at,
        tries: sql`email_messages.tries + 1`,
      }),
    )
    .execute()
}

interface MessageFilter {
  readonly state?: StoredMessage['state'] | undefined
  /** Bounced or failed, and not discarded. */
  readonly undelivered?: true | undefined
  readonly recipient?: string | undefined
}

/** Mails of the users in these groups. Addresses change, also to another person's: they do not count. */
const ofUsersIn = (tenantId: string, groups: readonly string[]) => sql<SqlBool>`
  email_messages.user_id in (select ug.user_id from user_groups ug
    where ug.tenant_id = ${tenantId}::uuid and ug.group_id = any(${groups}::uuid[]))`

/** Emails that the caller may see: all of them, or those of the users in their groups. */
const visible = ({ actor, tenant }: Context): RawBuilder<SqlBool> => {
  const groups = 'groupScope' in actor ? actor.groupScope : 'ALL'
  return groups === 'ALL' ? sql<SqlBool>`true` : ofUsersIn(tenant.id, groups)
}

/** As the index has it. */
const isUndelivered = sql<SqlBool>`email_messages.state in ('BOUNCED', 'FAILED')`

/** What it was made of is kept and may still be sent. */
const isKept = (ctx: Context): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from kept_emails k
  where k.tenant_id = email_messages.tenant_id and k.id = email_messages.id
    and k.expires_at > ${ctx.platform.clock.now()})`

const matching = (ctx: Context, { state, undelivered, recipient }: MessageFilter) =>
  ctx.db
    .selectFrom('email_messages')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(visible(ctx))
    .$if(undelivered === true, (query) =>
      query.where(isUndelivered).where('discarded_at', 'is', null),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'SENT'))
    .$if(recipient !== undefined, (query) =>
      query.where('recipient_key', '=', recipient?.toLowerCase() ?? ''),
    )

export type ListedMessage = StoredMessage & { readonly kept: boolean }

/** The newest first; up to limit + 1, the other way round for an earlier page. */
export const listMessages = (
  ctx: Context,
  filter: MessageFilter,
  { limit, position }: { readonly limit: number; readonly position: Position | null },
): Promise<ListedMessage[]> => {
  const isBack = position?.direction === 'prev'
  const order = isBack ? 'asc' : 'desc'
  const [at, id] = position?.after ?? []
  return matching(ctx, filter)
    .selectAll()
    .select(isKept(ctx).as('kept'))
    .$if(position !== null, (query) => {
      const edge = sql`(${new Date(String(at))}::timestamptz, ${String(id)}::uuid)`
      return query.where(
        isBack
          ? sql<boolean>`(created_at, id) > ${edge}`
          : sql<boolean>`(created_at, id) < ${edge}`,
      )
    })
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit + 1)
    .execute()
}

const exactUpTo = 10_000

/** Counted to 10,000 and no further. */
export const countMessages = async (ctx: Context, filter: MessageFilter) => {
  const { count } = await ctx.db
    .selectFrom(
      matching(ctx, filter)
        .select('id')
        .limit(exactUpTo + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(Number(count), exactUpTo), estimated: Number(count) > exactUpTo }
}

/** Emails since then that were not delivered and not discarded. Counted to 10,000 and no further. */
export const countLost = async (ctx: Context, since: Date): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom(
      matching(ctx, { undelivered: true })
        .select('id')
        .where('created_at', '>', since)
        .limit(exactUpTo)
        .as('lost'),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const named = ['id', 'type', 'recipient', 'user_id'] as const

/** Failed emails that were kept, from now on waiting to be sent again. Null for all of them. */
export const takeFailed = (ctx: Context, ids: readonly string[] | null) =>
  ctx.db
    .updateTable('email_messages')
    .set({ state: 'DELAYED', updated_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isUndelivered)
    .where(visible(ctx))
    .where(isKept(ctx))
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
    .returning(named)
    .execute()

/** Failed emails that are not being sent again. Null for all of them. */
export const discardFailed = (ctx: Context, ids: readonly string[] | null) =>
  ctx.db
    .updateTable('email_messages')
    .set({ discarded_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isUndelivered)
    .where('discarded_at', 'is', null)
    .where(visible(ctx))
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
    .returning(named)
    .execute()

/** An email that waited to be sent again is not sent. */
export const endWaiting = async (ctx: Context, id: string, reason: Reason): Promise<void> => {
  await ctx.db
    .updateTable('email_messages')
    .set({ state: 'FAILED', reason, updated_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('state', '=', 'DELAYED')
    .execute()
}
