import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  areAnswers,
  askedQuestionsQuery,
  useChallenge,
} from '../../../../authenticators/kba/index.ts'
import { factor } from './factor.ts'

/** What the person said that they know; never more than a password is. */
export const kbaFactor = factor({
  query: (ctx, { transaction }) => askedQuestionsQuery(ctx, transaction.userId),
  async check(ctx, { transaction, given }, { account, rows: asked }) {
    const userId = account?.id ?? transaction.stranger ?? ''
    const right = await areAnswers(ctx, { userId, asked }, given.kbaResponse?.userQuestions ?? [])
    const [first] = asked
    if (!right || account === null || first === undefined) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'KNOWLEDGE',
      channel: channels.KBA,
      verifiedUser: false,
      uses: [useChallenge(ctx, account.id, first.question_ids)],
    }
  },
})
