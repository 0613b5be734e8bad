import { activeTokensQuery, questions } from '../../../authenticators/tokens/index.ts'
import type { Challenge } from './asking.ts'
import { asQuestions, questionMillis, questionValue } from './token-questions.ts'

/** A number to type into the token; it travels in the sealed transaction, nothing is written. */
export const tokenChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }) {
    const { rows } = await ctx.db.executeQuery(activeTokensQuery(ctx, account.id))
    const text = questions.make(ctx, rows.filter(asQuestions))
    const until = ctx.platform.clock.now().getTime() + questionMillis
    return {
      transaction: { ...transaction, challenge: { value: questionValue(text), until } },
      shown: { tokenChallenge: text },
    }
  },
}
