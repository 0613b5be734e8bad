import { channels } from '../../../../authenticators/attempts/index.ts'
import { approvedPushQuery, usePush } from '../../../../authenticators/soft-tokens/index.ts'
import { factor } from './factor.ts'

/** The approval of this very transaction, signed by an app of the person. */
export const tokenPushFactor = factor({
  query: (ctx, { transaction }) => approvedPushQuery(ctx, transaction.id),
  async check(ctx, _answer, { account, rows: [push] }) {
    if (account === null || push === undefined || push.user_id !== account.id) return null
    return {
      userId: account.id,
      authenticatorId: push.device_id,
      class: 'POSSESSION',
      channel: channels.TOKENPUSH,
      verifiedUser: false,
      uses: [usePush(ctx, push)],
    }
  },
})
