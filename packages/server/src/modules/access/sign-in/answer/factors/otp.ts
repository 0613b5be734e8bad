import type { CodeDelivery } from '@signet/rules/code-deliveries'
import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  consumeOtp,
  isCode,
  otpQuery,
  type StoredOtp,
} from '../../../../authenticators/otps/index.ts'
import type { Transaction } from '../../transaction/record.ts'
import { factor } from './factor.ts'

/** How each delivery reaches its person: a second factor goes another way than the first. */
const channelOf: Readonly<Record<CodeDelivery, string>> = {
  EMAIL: channels.OTP,
  SMS: 'PHONE',
  VOICE: 'PHONE',
  MESSENGER: 'PHONE',
  WECHAT: 'PHONE',
}

/** A code that an administrator had sent lets in; it replaces no password. */
const standingName = ({ purpose, userId }: Transaction): string | null =>
  purpose === 'RESET' ? null : userId

/** The code that was sent in this transaction, or one that was sent for the next sign-in. */
export const otpFactor = factor<StoredOtp>({
  query: (ctx, { transaction }) => otpQuery(ctx, transaction.id, standingName(transaction)),
  async check(ctx, { transaction, given }, { account, rows }) {
    const names = [transaction.id, standingName(transaction) ?? transaction.id]
    const response = given.response ?? ''
    const found = names.map((name) => rows.find((row) => row.transaction_id === name))
    const right = await Promise.all(
      names.map((transactionId, at) => isCode(ctx, { otp: found[at], transactionId }, response)),
    )
    const otp = found.find((_row, at) => right[at] === true)
    if (account === null || otp === undefined || otp.subject !== account.id) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channelOf[otp.delivery],
      verifiedUser: false,
      uses: [consumeOtp(ctx, otp)],
    }
  },
})
