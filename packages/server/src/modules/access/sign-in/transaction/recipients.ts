import type { Context } from '../../../../kit/context.ts'
import type { Addressee } from '../../../authenticators/notices/index.ts'
import type { Account } from './accounts.repository.ts'

/** Where a person's mail goes; null without an address. */
export const recipientOf = (ctx: Context, account: Account): Addressee | null =>
  account.email === null
    ? null
    : {
        userId: account.id,
        address: account.email,
        name: account.first_name ?? account.name,
        locale: account.locale ?? ctx.tenant.defaultLocale,
      }
