import type { Context } from '../../../kit/context.ts'
import { type Addressee, type Notice, notify } from '../../authenticators/notices/index.ts'
import type { Account } from './accounts.repository.ts'

/** Where a person's mail goes; null without an address. */
export const recipientOf = (ctx: Context, account: Account): Addressee | null =>
  account.email === null
    ? null
    : {
        address: account.email,
        name: account.first_name ?? account.name,
        locale: account.locale ?? ctx.tenant.defaultLocale,
      }

export const tell = (ctx: Context, account: Account, notice: Notice): void => {
  const recipient = recipientOf(ctx, account)
  if (recipient !== null) notify(ctx, recipient, notice)
}
