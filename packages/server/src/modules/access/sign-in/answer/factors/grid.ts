import { ApiError } from '../../../../../kit/errors.ts'
import { channels } from '../../../../authenticators/attempts/index.ts'
import { grids } from '../../../../authenticators/grids/index.ts'
import { type Factor, factor } from './factor.ts'

/** The cells that were asked in this transaction, read off any of the person's cards. */
export const gridFactor = {
  ...factor({
    query: (ctx, { transaction }) =>
      grids.answering(ctx, {
        user: transaction.userId,
        challenge: transaction.grid?.id ?? null,
      }),
    async check(ctx, { transaction, given }, { account, rows }) {
      if (account === null || transaction.grid === null) return null
      // Answered in another window, or replaced: nothing was guessed wrong, but it is over.
      if (rows.length === 0) throw new ApiError('grid_challenge_expired')
      const cards =
        transaction.purpose === 'RESET' ? rows.filter(({ mailed_at }) => mailed_at === null) : rows
      const response = given.response ?? ''
      const matches = await Promise.all(cards.map((card) => grids.isAnswer(ctx, card, response)))
      const card = cards.find((_, at) => matches[at] === true)
      if (card === undefined) return null
      const user = { id: account.id, name: account.name }
      const answered = { card, user, challenge: transaction.grid.id, subject: account.id }
      return {
        userId: account.id,
        authenticatorId: card.id,
        class: 'POSSESSION',
        channel: channels.GRID,
        verifiedUser: false,
        uses: await grids.useOf(ctx, answered),
      }
    },
  }),
  /** An answer that comes too late costs no guess. */
  expectRoom(ctx, { transaction }) {
    const until = transaction.grid?.until ?? 0
    if (until <= ctx.platform.clock.now().getTime()) throw new ApiError('grid_challenge_expired')
  },
} satisfies Factor
