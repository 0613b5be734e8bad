import { ApiError } from '../../../../kit/errors.ts'
import { codePlaces, sendCode } from '../../../authenticators/otps/index.ts'
import type { Challenge } from './asking.ts'

/** Sends a code where the person chose. @throws no_otp when this is not a way to reach them */
export const otpChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }, { place: wished = {} }) {
    const place = codePlaces.chosen(await codePlaces.of(ctx, account), wished)
    if (place === undefined) throw new ApiError('no_otp')
    const otp = await sendCode(ctx, {
      transactionId: transaction.id,
      subject: account.id,
      recipient: {
        userId: account.id,
        address: place.value,
        name: account.first_name ?? account.name,
        locale: account.locale ?? ctx.tenant.defaultLocale,
      },
      hint: codePlaces.hintOf(place),
      delivery: place.type,
    })
    return { shown: { otp } }
  },
}
