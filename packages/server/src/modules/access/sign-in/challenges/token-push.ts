import { sendPush } from '../../../authenticators/soft-tokens/index.ts'
import type { Challenge } from './asking.ts'

/** Asks the person’s apps. @throws push_paused when too many went unanswered */
export const tokenPushChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }) {
    const push = await sendPush(ctx, {
      userId: account.id,
      transactionId: transaction.id,
      application: transaction.applicationName,
      purpose: transaction.purpose,
    })
    return { shown: { push } }
  },
}
