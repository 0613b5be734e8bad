import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { KbaQuestionRow } from '../../../platform/db/schema/kba.ts'

export type StoredQuestion = Selectable<KbaQuestionRow>

/** As many as a language may have; lists of them are not paged. */
export const mostQuestions = 200

const questions = ({ db, tenant }: Context) =>
  db.selectFrom('kba_questions').selectAll().where('tenant_id', '=', tenant.id)

export const listQuestions = (ctx: Context, locale: string): Promise<StoredQuestion[]> =>
  questions(ctx).where('locale', '=', locale).orderBy('question_key').limit(mostQuestions).execute()

/** Those of the ids that exist. */
export const findQuestions = (ctx: Context, ids: readonly string[]): Promise<StoredQuestion[]> =>
  questions(ctx).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()

export interface QuestionPlace {
  readonly locale: string
  readonly id: string
}

export const findQuestion = (ctx: Context, { locale, id }: QuestionPlace) =>
  questions(ctx).where('locale', '=', locale).where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findQuestionForChange = (ctx: Context, { locale, id }: QuestionPlace) =>
  questions(ctx).where('locale', '=', locale).where('id', '=', id).forUpdate().executeTakeFirst()

type Columns = Pick<StoredQuestion, 'locale' | 'question' | 'question_key'>

export const insertQuestion = (ctx: Context, columns: Columns): Promise<StoredQuestion> =>
  ctx.db
    .insertInto('kba_questions')
    .values({
      ...columns,
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      created_at: ctx.platform.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateQuestion = (
  ctx: Context,
  id: string,
  columns: Omit<Columns, 'locale'>,
): Promise<StoredQuestion> =>
  ctx.db
    .updateTable('kba_questions')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeQuestion = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('kba_questions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
