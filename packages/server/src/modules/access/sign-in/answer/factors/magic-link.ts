import type { Context } from '../../../../../kit/context.ts'
import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  openLinkQuery,
  type StoredMagicLink,
  toldLinkQuery,
  useLink,
} from '../../../../authenticators/magic-links/index.ts'
import { settings } from '../../../../settings/families/index.ts'
import type { Transaction } from '../../transaction/record.ts'
import { type Factor, factor } from './factor.ts'

/**
 * A link that was asked for in a sign-in proves it there; in another one only where the tenant lets
 * links be opened anywhere. The sign-in itself is bound to its browser's key.
 */
const isGoodFor = async (
  ctx: Context,
  { kind, transaction_id, user_id }: StoredMagicLink,
  transaction: Transaction,
): Promise<boolean> => {
  if (kind === 'ISSUED' || transaction_id === transaction.id) return true
  return (await settings.magicLink(ctx, user_id)).opening !== 'SAME_BROWSER'
}

/** The link of a mail: itself, or the word of whoever opened it elsewhere. */
export const magicLinkFactor: Factor = factor({
  query: (ctx, { transaction, given }) =>
    given.response === undefined
      ? toldLinkQuery(ctx, transaction.id)
      : openLinkQuery(ctx, given.response),
  async check(ctx, { transaction }, { account, rows: [link] }) {
    if (account === null || link === undefined || link.user_id !== account.id) return null
    if (!(await isGoodFor(ctx, link, transaction))) return null
    return {
      userId: account.id,
      authenticatorId: link.id,
      class: 'POSSESSION',
      channel: channels.MAGICLINK,
      verifiedUser: false,
      uses: [useLink(ctx, link)],
    }
  },
})
