import { askQuestions } from '../../../authenticators/kba/index.ts'
import type { Challenge } from './asking.ts'

/** The same questions until they are answered: asking again finds no easier ones. */
export const kbaChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { account }) {
    return { shown: { kbaChallenge: { userQuestions: await askQuestions(ctx, account.id) } } }
  },
}
