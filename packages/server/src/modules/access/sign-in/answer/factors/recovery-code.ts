import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  recoveryCodes,
  unusedCodesQuery,
  useCode,
} from '../../../../authenticators/recovery-codes/index.ts'
import { factor } from './factor.ts'

/** A code from the owner's sheet, good once. */
export const recoveryCodeFactor = factor({
  query: (ctx, { transaction }) => unusedCodesQuery(ctx, transaction.userId),
  async check(ctx, { given }, { account, rows: unused }) {
    if (account === null) return null
    const { id } = account
    const code = await recoveryCodes.matchCode(ctx, { userId: id, unused }, given.response ?? '')
    if (code === null) return null
    return {
      userId: id,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channels.RECOVERY_CODE,
      verifiedUser: false,
      uses: [useCode(ctx, id, code)],
    }
  },
})
