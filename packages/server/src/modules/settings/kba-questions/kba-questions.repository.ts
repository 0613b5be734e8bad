import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { KbaQuestionRow } from '../../../platform/db/schema/kba.ts'

export type StoredQuestion = Selectable<KbaQuestionRow>

/** As many as a language may have; lists of them are not paged. */
export const mostQuestions = 200

const questions = ({ db, tenant }: Context) =>
  db.selectFrom('kba_questions').selectAll().where('tenant_id', '=', tenant.id)

export const listQuestions = (ctx: Context, locale: string) =>
  questions(ctx).where('locale', '=', locale).orderBy('question_key').limit(mostQuestions).execute()

/** Those of the ids that exist. */
export const findQuestions = (ctx: Context, ids: readonly string[]) =>
  questions(ctx).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()

export interface QuestionPlace {
  readonly locale: string
  readonly id: string
}

export const questionAt = (ctx: Context, { locale, id }: QuestionPlace) =>
  questions(ctx).where('locale', '=', locale).where('id', '=', id)
