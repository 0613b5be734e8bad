import type { KbaQuestion } from '@signet/contract/settings/kba-questions'
import { normaliseAnswer } from '@signet/rules/answers'
import { isLocale } from '@signet/rules/locales'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import {
  listQuestions,
  mostQuestions,
  type QuestionPlace,
  questionAt,
  type StoredQuestion,
} from './kba-questions.repository.ts'

type Wire = z.input<typeof KbaQuestion>

export const presentQuestion = ({ id, locale, question, created_at }: StoredQuestion): Wire => ({
  id,
  locale: isLocale(locale) ? locale : 'en',
  question,
  createDate: created_at,
})

/** The audit log names a question by its words. */
const named = (row: StoredQuestion) => ({ ...row, name: row.question })

const rows = namedRows({
  entity: 'SETTINGS',
  action: 'KBA_QUESTION',
  missing: 'not_found',
  /** Two questions of one language in the same words would be one. */
  taken: {
    kba_questions_tenant_id_locale_question_key_key: {
      code: 'invalid_parameters',
      path: 'body.question',
      message: 'named_twice',
    },
  },
  find: async (ctx: Context, place: QuestionPlace) =>
    (await questionAt(ctx, place).execute()).map(named)[0],
  hold: async (ctx: Context, place: QuestionPlace) =>
    (await questionAt(ctx, place).forUpdate().execute()).map(named)[0],
  remove: (ctx, id) => removeRow(ctx, 'kba_questions', id),
  shown: ({ locale, question }) => ({ locale, question }),
  present: presentQuestion,
})

export const list = async (ctx: Context, locale: string): Promise<Wire[]> =>
  (await listQuestions(ctx, locale)).map(presentQuestion)

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

const columnsOf = (question: string) => ({ question, question_key: normaliseAnswer(question) })

const tooMany = [{ path: 'body.question', message: 'too_many_questions' }] as const

/** @throws invalid_parameters for words that stand there already, or one too many */
export const create = (ctx: Context, locale: string, question: string) =>
  rows.create(ctx, async (ctx) => {
    const before = await listQuestions(ctx, locale)
    if (before.length >= mostQuestions)
      throw new ApiError('invalid_parameters', { fields: tooMany })
    const columns = { ...newIds(ctx), locale, ...columnsOf(question) }
    return named(await insertRow(ctx, 'kba_questions', columns))
  })

/** @throws not_found, precondition_failed, invalid_parameters */
export const update = (ctx: Context, place: QuestionPlace, question: string) =>
  rows.change(ctx, place, async (ctx) =>
    named(await updateRow(ctx, 'kba_questions', { id: place.id, ...columnsOf(question) })),
  )
