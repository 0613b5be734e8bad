import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  isTempAccessCode,
  tempAccessCodeQuery,
  useTempAccessCode,
} from '../../../../authenticators/temp-access-codes/index.ts'
import { factor } from './factor.ts'

/** The code that an administrator made, good for as many sign-ins as they said. */
export const tempAccessCodeFactor = factor({
  query: (ctx, { transaction }) => tempAccessCodeQuery(ctx, transaction.userId),
  async check(ctx, { transaction, given }, { account, rows: [stored] }) {
    const userId = account?.id ?? transaction.stranger ?? ''
    const right = await isTempAccessCode(ctx, { userId, stored }, given.response ?? '')
    if (!right || account === null || stored === undefined) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channels.TEMP_ACCESS_CODE,
      verifiedUser: false,
      uses: [useTempAccessCode(ctx, stored)],
    }
  },
})
