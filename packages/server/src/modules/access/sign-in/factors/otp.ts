import { channels } from '../../../authenticators/attempts/index.ts'
import { consumeOtp, isCode, otpQuery } from '../../../authenticators/otps/index.ts'
import { factor } from './factor.ts'

/** The code that was mailed in this transaction. */
export const otpFactor = factor({
  query: (ctx, { transaction }) => otpQuery(ctx, transaction.id),
  async check(ctx, { transaction, given }, { account, rows: [otp] }) {
    const right = await isCode(ctx, { otp, transactionId: transaction.id }, given.response ?? '')
    if (!right || account === null || otp === undefined || otp.subject !== account.id) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channels.OTP,
      verifiedUser: false,
      uses: [consumeOtp(ctx, otp)],
    }
  },
})
