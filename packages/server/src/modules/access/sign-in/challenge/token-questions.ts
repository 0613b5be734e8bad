import type { Context } from '../../../../kit/context.ts'
import type { questions, StoredToken } from '../../../authenticators/tokens/index.ts'
import type { Transaction } from '../transaction/record.ts'

type Question = Parameters<typeof questions.matchAnswer>[2]['question']

/** As long as typing on small keys takes. */
export const questionMillis = 5 * 60_000

/** No passkey signs what has a colon in it: a question is never taken for its challenge. */
const mark = 'question:'

export const questionValue = (text: string): string => `${mark}${text}`

/** Tokens that answer questions; all others show codes. */
export const asQuestions = ({ algorithm_type: kind }: StoredToken): boolean => kind === 'OATH_OCRA'

/** The question that was asked in this transaction; null for none, or one that came too long ago. */
export const questionOf = (ctx: Context, { challenge }: Transaction): Question | null => {
  if (challenge === null || !challenge.value.startsWith(mark)) return null
  if (challenge.until <= ctx.platform.clock.now().getTime()) return null
  const askedAt = new Date(challenge.until - questionMillis)
  return { text: challenge.value.slice(mark.length), askedAt }
}
