import type { KbaQuestion } from '@signet/contract/settings/kba-questions'
import { normaliseAnswer } from '@signet/rules/answers'
import { isLocale } from '@signet/rules/locales'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import {
  findQuestion,
  findQuestionForChange,
  insertQuestion,
  listQuestions,
  mostQuestions,
  type QuestionPlace,
  removeQuestion,
  type StoredQuestion,
  updateQuestion,
} from './kba-questions.repository.ts'

type Wire = z.input<typeof KbaQuestion>

export const presentQuestion = ({ id, locale, question, created_at }: StoredQuestion): Wire => ({
  id,
  locale: isLocale(locale) ? locale : 'en',
  question,
  createDate: created_at,
})

const shown = ({ locale, question }: StoredQuestion) => ({ locale, question })
const subjectOf = ({ id, question }: StoredQuestion) => ({
  entity: 'SETTINGS',
  id,
  name: question,
})

const refused = (message: string, cause?: unknown): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body.question', message }], cause })

/** Two questions of one language in the same words would be one. */
const refusingDuplicates = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw refused('named_twice', error)
    throw error
  }
}

export const list = async (ctx: Context, locale: string): Promise<Wire[]> =>
  (await listQuestions(ctx, locale)).map(presentQuestion)

/** @throws not_found */
export const read = async (ctx: Context, place: QuestionPlace) => {
  const question = await findQuestion(ctx, place)
  if (question === undefined) throw new ApiError('not_found')
  return versioned(presentQuestion(question), question.version)
}

const columnsOf = (question: string) => ({ question, question_key: normaliseAnswer(question) })

/** @throws invalid_parameters for words that stand there already, or one too many */
export const create = (ctx: Context, locale: string, question: string) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await listQuestions(ctx, locale)
      if (before.length >= mostQuestions) throw refused('too_many_questions')
      const made = await insertQuestion(ctx, { locale, ...columnsOf(question) })
      audit(ctx, 'KBA_QUESTION_CREATED', { subject: subjectOf(made), after: shown(made) })
      return versioned(presentQuestion(made), made.version)
    }),
  )

const readForChange = async (ctx: Context, place: QuestionPlace): Promise<StoredQuestion> => {
  const question = await findQuestionForChange(ctx, place)
  if (question === undefined) throw new ApiError('not_found')
  expectVersion(ctx, question.version)
  return question
}

/** @throws not_found, precondition_failed, invalid_parameters */
export const update = (ctx: Context, place: QuestionPlace, question: string) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, place)
      const after = await updateQuestion(ctx, place.id, columnsOf(question))
      audit(ctx, 'KBA_QUESTION_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(presentQuestion(after), after.version)
    }),
  )

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, place: QuestionPlace): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const question = await readForChange(ctx, place)
    await removeQuestion(ctx, question.id)
    audit(ctx, 'KBA_QUESTION_DELETED', { subject: subjectOf(question), before: shown(question) })
    return undefined
  })
