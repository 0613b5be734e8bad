import type { UserQuestionsChange } from '@signet/contract/authenticators/kba'
import type { kbaFamily } from '@signet/contract/settings/kba'
import { answerFault, normaliseAnswer } from '@signet/rules/answers'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError, type FieldFault } from '../../../kit/errors.ts'
import { findQuestions } from '../../settings/kba-questions/index.ts'
import type { Owner } from '../owners/index.ts'
import { isAnswer } from './answer-hmacs.ts'
import type { StoredAnswer } from './kba.repository.ts'

type Policy = (typeof kbaFamily)['defaults']
type Change = z.output<typeof UserQuestionsChange>

export interface Chosen {
  readonly locale: string
  readonly question: string
  readonly answer: string
}

const faultAt = (index: number, part: string, message: string): FieldFault => ({
  path: `body.userQuestions.${index}.${part}`,
  message,
})

const refuseFaults = (fields: readonly FieldFault[]): void => {
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
}

/** The words of each question: the tenant's, or one's own. @throws invalid_parameters */
export const chosenOf = async (
  ctx: Context,
  { locale: given, userQuestions }: Change,
  { ownQuestions }: Policy,
): Promise<readonly Chosen[]> => {
  const locale: string = given ?? ctx.locale
  const ids = userQuestions.flatMap(({ questionId }) => questionId ?? [])
  const found = ids.length === 0 ? [] : await findQuestions(ctx, ids)
  const offered = new Map(found.map((row) => [row.id, row]))
  const chosen = userQuestions.map(({ questionId, question, answer }) => {
    if (question !== undefined) return ownQuestions ? { locale, question, answer } : null
    const row = offered.get(questionId ?? '')
    return row === undefined ? null : { locale: row.locale, question: row.question, answer }
  })
  refuseFaults(
    chosen.flatMap((each, index) =>
      each === null ? [faultAt(index, 'question', 'not_offered')] : [],
    ),
  )
  return chosen.filter((each) => each !== null)
}

interface Judged {
  readonly owner: Owner
  /** Answered before, and staying. */
  readonly kept: readonly StoredAnswer[]
  readonly chosen: readonly Chosen[]
  readonly policy: Policy
}

const isRepeat = (texts: readonly string[], index: number): boolean =>
  texts.indexOf(texts[index] ?? '') < index

/** Whether an answer is that of another question already: only its digest is known. */
const isKeptAnswer = async (
  ctx: Context,
  { owner, kept }: Judged,
  answer: string,
): Promise<boolean> => {
  const same = await Promise.all(
    kept.map(({ id, answer_hmac: hmac }) =>
      isAnswer(ctx, { userId: owner.id, questionId: id, hmac, synonyms: [] }, answer),
    ),
  )
  return same.includes(true)
}

/** No answer twice, none that stands in its question, none too simple. @throws invalid_parameters */
export const expectHardAnswers = async (ctx: Context, judged: Judged): Promise<void> => {
  const { owner, kept, chosen, policy } = judged
  const questions = [...kept, ...chosen].map(({ question }) => normaliseAnswer(question))
  const answers = chosen.map(({ answer }) => normaliseAnswer(answer))
  const faults = await Promise.all(
    chosen.map(async ({ question, answer }, index): Promise<readonly FieldFault[]> => {
      const asked = {
        question,
        userId: owner.name,
        minimumLength: policy.minimumAnswerLength,
      }
      const fault = answerFault(answer, asked)
      if (fault !== null) return [faultAt(index, 'answer', fault)]
      if (isRepeat(questions, kept.length + index)) return [faultAt(index, 'question', 'repeated')]
      const isRepeated = isRepeat(answers, index) || (await isKeptAnswer(ctx, judged, answer))
      return isRepeated ? [faultAt(index, 'answer', 'repeated')] : []
    }),
  )
  refuseFaults(faults.flat())
}
