import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { isAnswer } from './answer-hmacs.ts'
import { listAnswers } from './kba.repository.ts'
import {
  type AskedQuestion,
  askedQuestionsQuery,
  putChallenge,
} from './kba-challenges.repository.ts'

/** Some of the list, chosen by chance, each as likely as the others. */
const some = (ctx: Context, ids: readonly string[], count: number): readonly string[] =>
  ids
    .map((id) => ({ id, at: ctx.platform.ids.random(6).readUIntBE(0, 6) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ id }) => id)

/** What somebody is asked: the same questions until they are answered. */
export const askQuestions = async (ctx: Context, userId: string) => {
  const { questionsAsked } = await settings.kba(ctx, userId)
  const answered = await listAnswers(ctx, userId)
  const ids = answered.map(({ id }) => id)
  await putChallenge(ctx, userId, some(ctx, ids, questionsAsked))
  const { rows } = await ctx.db.executeQuery(askedQuestionsQuery(ctx, userId))
  return rows.map(({ id, question }) => ({ id, question }))
}

interface GivenAnswer {
  readonly id: string
  readonly answer: string
}

/** Whether every question that is asked is answered right; all of them are looked at. */
export const areAnswers = async (
  ctx: Context,
  { userId, asked }: { readonly userId: string; readonly asked: readonly AskedQuestion[] },
  given: readonly GivenAnswer[],
): Promise<boolean> => {
  const [first] = asked
  const answers = new Map(given.map(({ id, answer }) => [id, answer] as const))
  const right = await Promise.all(
    asked.map(({ id, answer_hmac: hmac, synonyms }) => {
      const kept = { userId, questionId: id, hmac, synonyms: synonyms ?? [] }
      return isAnswer(ctx, kept, answers.get(id) ?? '')
    }),
  )
  return asked.length === first?.question_ids.length && right.every((each) => each)
}
