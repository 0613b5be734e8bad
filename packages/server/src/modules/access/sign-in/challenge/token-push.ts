import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { pretendPush, sendPush } from '../../../authenticators/soft-tokens/index.ts'
import type { Account } from '../transaction/accounts.repository.ts'
import type { Transaction } from '../transaction/record.ts'
import type { Challenge } from './asking.ts'
import type { Beginning } from './beginning.ts'

const send = (
  ctx: Context,
  { transaction, account }: { readonly transaction: Transaction; readonly account: Account },
  more: { readonly comesFirst?: true } = {},
) =>
  sendPush(ctx, {
    ...more,
    userId: account.id,
    transactionId: transaction.id,
    application: transaction.applicationName,
    purpose: transaction.purpose,
  })

/** Who has no app, or is asked no more for a while, is told the same, and nothing is sent. */
const sendOrPretend = async (ctx: Context, { transaction, subject, account }: Beginning) => {
  if (account === null || !account.held.includes('TOKENPUSH')) return pretendPush(ctx, subject)
  try {
    return await send(ctx, { transaction, account }, { comesFirst: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return pretendPush(ctx, subject)
  }
}

/** Asks the person’s apps. @throws push_paused when too many went unanswered */
export const tokenPushChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }) {
    return { shown: { push: await send(ctx, { transaction, account }) } }
  },
  async askFirst(ctx, beginning) {
    const push = await sendOrPretend(ctx, beginning)
    const pushUntil = push.expiresAt.getTime()
    return { transaction: { ...beginning.transaction, pushUntil }, shown: { push } }
  },
}
