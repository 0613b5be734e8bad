import { ApiError } from '../../../../kit/errors.ts'
import { grids } from '../../../authenticators/grids/index.ts'
import type { Challenge } from './asking.ts'

/**
 * Cells to be read off a card. A reset begins with a mailed code: a card out of the same mailbox adds
 * nothing to it.
 * @throws password_reset_not_allowed
 */
export const gridChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }) {
    const usable = await grids.usable(ctx, account.id)
    const cards =
      transaction.purpose === 'RESET'
        ? usable.filter(({ mailed_at }) => mailed_at === null)
        : usable
    if (cards.length === 0) {
      throw new ApiError(usable.length > 0 ? 'password_reset_not_allowed' : 'no_transaction')
    }
    const serials = cards.map(({ serial }) => String(serial))
    const { id, until, shown } = await grids.askCells(ctx, { subject: account.id, cards }, serials)
    return { transaction: { ...transaction, grid: { id, until } }, shown: { gridChallenge: shown } }
  },
}
