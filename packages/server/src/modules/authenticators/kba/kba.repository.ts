import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { UserQuestionRow } from '../../../platform/db/schema/kba.ts'

export type StoredAnswer = Selectable<UserQuestionRow>

export const listAnswers = (ctx: Context, userId: string): Promise<StoredAnswer[]> =>
  ctx.db
    .selectFrom('user_questions')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(50)
    .execute()

/** Keeps two changes of one user's questions apart until the transaction ends. */
export const holdOwner = async (ctx: Context, userId: string): Promise<void> => {
  await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}

export const insertAnswers = async (
  ctx: Context,
  answers: readonly Omit<StoredAnswer, 'tenant_id'>[],
): Promise<void> => {
  await ctx.db
    .insertInto('user_questions')
    .values(answers.map((answer) => ({ ...answer, tenant_id: ctx.tenant.id })))
    .execute()
}

export const removeAnswers = async (
  ctx: Context,
  userId: string,
  id: string | null,
): Promise<boolean> => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('user_questions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .$if(id !== null, (query) => query.where('id', '=', sql<string>`${id}::uuid`))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeChallenge = async (ctx: Context, userId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('kba_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}
