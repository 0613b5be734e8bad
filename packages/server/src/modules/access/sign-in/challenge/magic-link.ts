import { ApiError } from '../../../../kit/errors.ts'
import { askForLink } from '../../../authenticators/magic-links/index.ts'
import { recipientOf } from '../transaction/recipients.ts'
import type { Challenge } from './asking.ts'
import { readBeginning } from './beginning.ts'

/**
 * Mails a link as the first factor. Who is nobody, has no proven address, or may not sign in by a
 * link is answered alike, by as much work.
 */
export const magicLinkChallenge: Challenge = {
  asks: 'ANYBODY',
  async ask(ctx, transaction) {
    const beginning = await readBeginning(ctx, transaction, 'MAGICLINK')
    if (beginning === null) throw new ApiError('no_transaction')
    const { subject, account } = beginning
    const reached = account?.email_verified === true ? account : null
    const magicLink = await askForLink(ctx, {
      transactionId: transaction.id,
      subject,
      userId: reached?.id ?? null,
      waiting: transaction,
      recipient: reached === null ? null : recipientOf(ctx, reached),
    })
    return { shown: { magicLink } }
  },
}
