import type { Insertable, Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import type { EmailMessageRow } from '../../../platform/db/schema/email.ts'

export type StoredMessage = Selectable<EmailMessageRow>

/** What became of a mail; the same mail tried again counts up. */
export const putMessage = async (
  ctx: Context,
  row: Omit<Insertable<EmailMessageRow>, 'tenant_id' | 'tries'>,
): Promise<void> => {
  const { state, reply, via, without_server, updated_at } = row
  await ctx.db
    .insertInto('email_messages')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet({
        state,
        reply,
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
  readonly recipient?: string | undefined
}

/** Mails of the users in these groups. Addresses change, also to another person's: they do not count. */
const ofUsersIn = (tenantId: string, groups: readonly string[]) => sql<SqlBool>`
  email_messages.user_id in (select ug.user_id from user_groups ug
    where ug.tenant_id = ${tenantId}::uuid and ug.group_id = any(${groups}::uuid[]))`

const matching = (ctx: Context, { state, recipient }: MessageFilter) => {
  const groups = 'groupScope' in ctx.actor ? ctx.actor.groupScope : 'ALL'
  return ctx.db
    .selectFrom('email_messages')
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(groups !== 'ALL', (query) =>
      query.where(ofUsersIn(ctx.tenant.id, groups === 'ALL' ? [] : groups)),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'SENT'))
    .$if(recipient !== undefined, (query) =>
      query.where('recipient_key', '=', recipient?.toLowerCase() ?? ''),
    )
}

/** The newest first; up to limit + 1, the other way round for an earlier page. */
export const listMessages = (
  ctx: Context,
  filter: MessageFilter,
  { limit, position }: { readonly limit: number; readonly position: Position | null },
): Promise<StoredMessage[]> => {
  const isBack = position?.direction === 'prev'
  const order = isBack ? 'asc' : 'desc'
  const [at, id] = position?.after ?? []
  return matching(ctx, filter)
    .selectAll()
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

/** Emails since then that reached nobody. Counted to 10,000 and no further. */
export const countLost = async (ctx: Context, since: Date): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom(
      matching(ctx, {})
        .select('id')
        .where('state', 'in', ['BOUNCED', 'FAILED'])
        .where('created_at', '>', since)
        .limit(exactUpTo)
        .as('lost'),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
