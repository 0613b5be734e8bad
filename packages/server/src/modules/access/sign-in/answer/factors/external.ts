import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  credentialQuery,
  judgeExternally,
  pretendToJudgeExternally,
} from '../../../../authenticators/external-credentials/index.ts'
import { factor } from './factor.ts'

/** A code that another service judges: only its yes proves anything. */
export const externalFactor = factor({
  query: (ctx, { transaction }) => credentialQuery(ctx, transaction.userId, 'OTP'),
  async check(ctx, { transaction, given }, { account, rows: [credential] }) {
    const response = (given.response ?? '').trim()
    if (response === '') return null
    if (account === null || credential === undefined) {
      await pretendToJudgeExternally(ctx)
      return null
    }
    const { id: transactionId, applicationName: application } = transaction
    const use = await judgeExternally(ctx, credential, { transactionId, application, response })
    if (use === null) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channels.EXTERNAL,
      verifiedUser: false,
      uses: [use],
    }
  },
})
