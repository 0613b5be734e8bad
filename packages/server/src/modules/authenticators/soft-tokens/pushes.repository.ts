import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { PushRow } from '../../../platform/db/schema/soft-tokens.ts'

export type StoredPush = Selectable<PushRow>

/** The newest first. */
export const listNewest = (
  ctx: Context,
  userId: string,
  count: number,
): Promise<readonly StoredPush[]> =>
  ctx.db
    .selectFrom('pushes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

/** Ends what a person is being asked; the sign-ins that asked. */
export const replaceWaiting = async (ctx: Context, userId: string): Promise<readonly string[]> => {
  const rows = await ctx.db
    .updateTable('pushes')
    .set({ state: 'REPLACED' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('state', '=', 'PENDING')
    .returning('transaction_id')
    .execute()
  return rows.map(({ transaction_id }) => transaction_id)
}

export const notePauseNotified = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .updateTable('pushes')
    .set({ pause_notified_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export const insertPush = async (ctx: Context, push: StoredPush): Promise<void> => {
  await ctx.db.insertInto('pushes').values(push).execute()
}

/** What a person is asked now. */
export const listWaiting = (ctx: Context, userId: string): Promise<readonly StoredPush[]> =>
  ctx.db
    .selectFrom('pushes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.platform.clock.now())
    .execute()

/** A push that can still be answered. */
export const findWaiting = (ctx: Context, id: string): Promise<StoredPush | undefined> =>
  ctx.db
    .selectFrom('pushes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()

/** A push that can still be answered by its person, held until the transaction ends. */
export const lockWaiting = (
  ctx: Context,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<StoredPush | undefined> =>
  ctx.db
    .selectFrom('pushes')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.platform.clock.now())
    .forUpdate()
    .executeTakeFirst()

type Answered = Pick<StoredPush, 'state' | 'device_id' | 'signature' | 'answered_at'>

export const storeAnswer = async (ctx: Context, id: string, answer: Answered): Promise<void> => {
  await ctx.db
    .updateTable('pushes')
    .set(answer)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

const findNewest = statement<
  { tenant: string; transaction: string },
  Pick<StoredPush, 'state' | 'expires_at'>
>(`select state, expires_at from pushes
  where tenant_id = :tenant::uuid and transaction_id = :transaction::uuid order by id desc limit 1`)

/** The push that a sign-in has sent last. */
export const findPushOf = async (ctx: Context, transaction: string) => {
  const { rows } = await ctx.db.executeQuery(findNewest({ tenant: ctx.tenant.id, transaction }))
  return rows[0]
}

/** Whether the help desk has called this person so; a sign-in of theirs is no call. */
export const isCalled = async (
  ctx: Context,
  { userId, transactionId }: { readonly userId: string; readonly transactionId: string },
): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('pushes')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('transaction_id', '=', transactionId)
    .where('user_id', '=', userId)
    .where(sql<string>`details::jsonb ->> 'purpose'`, '=', 'CALL')
    .executeTakeFirst()
  return row !== undefined
}

/** An approval counts for as long as it takes a browser to hear of it. */
const approvalMillis = 120_000

const findApproved = statement<{ tenant: string; transaction: string; since: Date }, StoredPush>(`
  select p.* from pushes p
  join soft_token_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    and d.state = 'ACTIVE' and d.user_id = p.user_id
  where p.tenant_id = :tenant::uuid and p.transaction_id = :transaction::uuid
    and p.state = 'APPROVED' and p.consumed_at is null and p.answered_at > :since::timestamptz
  order by p.id desc limit 1`)

/** The approval of a sign-in that has not been used. */
export const approvedPushQuery = (ctx: Context, transaction: string): CompiledQuery<StoredPush> =>
  findApproved({
    tenant: ctx.tenant.id,
    transaction,
    since: new Date(ctx.platform.clock.now().getTime() - approvalMillis),
  })

/** Uses an approval up; fails (division by zero) when it was used meanwhile. */
export const usePush = (ctx: Context, { id }: StoredPush): CompiledQuery =>
  sql`with used as (
      update pushes set consumed_at = ${ctx.platform.clock.now()}
      where tenant_id = ${ctx.tenant.id} and id = ${id} and state = 'APPROVED'
        and consumed_at is null
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)
