import { ApiError } from '../../../../kit/errors.ts'
import { askForLink } from '../../../authenticators/magic-links/index.ts'
import { accountQuery } from '../accounts.repository.ts'
import { evidenceQuery } from '../evidence.repository.ts'
import { firstFactors } from '../plan.ts'
import { readTogether } from '../read-together.ts'
import { recipientOf } from '../recipients.ts'
import { obstacleOf, readRules, stepsFor } from '../standing.ts'
import type { Challenge } from './asking.ts'

/**
 * Mails a link as the first factor. Who is nobody, has no proven address, or may not sign in by a
 * link is answered alike, by as much work.
 */
export const magicLinkChallenge: Challenge = {
  asks: 'ANYBODY',
  async ask(ctx, transaction) {
    const { id, purpose, userId, stranger, device } = transaction
    const rules = await readRules(ctx, transaction)
    const subject = userId ?? stranger
    const isOffered = purpose === 'SIGN_IN' && firstFactors(purpose, rules).includes('MAGICLINK')
    if (!isOffered || subject === null) throw new ApiError('no_transaction')
    const [[account = null], evidence] = await readTogether(ctx, [
      accountQuery(ctx, { userId, device }),
      evidenceQuery(ctx, id),
    ])
    if (evidence.length > 0) throw new ApiError('no_transaction')
    const [first] = stepsFor(transaction, account, rules)
    const mayUse =
      account !== null &&
      account.email_verified &&
      first?.allowed.includes('MAGICLINK') === true &&
      (await obstacleOf(ctx, { transaction, account, rules })) === null
    const magicLink = await askForLink(ctx, {
      transactionId: id,
      subject,
      userId: mayUse ? account.id : null,
      waiting: transaction,
      recipient: mayUse ? recipientOf(ctx, account) : null,
    })
    return { shown: { magicLink } }
  },
}
