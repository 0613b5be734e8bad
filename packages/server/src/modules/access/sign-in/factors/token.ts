import { channels } from '../../../authenticators/attempts/index.ts'
import { acceptStep, activeTokensQuery, matchCode } from '../../../authenticators/tokens/index.ts'
import { factor } from './factor.ts'

/** A code of any of the user's active tokens (RFC 6238). */
export const tokenFactor = factor({
  query: (ctx, { transaction }) => activeTokensQuery(ctx, transaction.userId),
  async check(ctx, { given }, { account, rows: tokens }) {
    const code = (given.response ?? '').replace(/[\s-]/g, '')
    const matches = await Promise.all(tokens.map((token) => matchCode(ctx, token, code)))
    const accepted = matches.find((match) => match !== null)
    if (account === null || accepted === undefined || accepted === null) return null
    return {
      userId: account.id,
      authenticatorId: accepted.id,
      class: 'POSSESSION',
      channel: channels.TOKEN,
      verifiedUser: false,
      uses: [acceptStep(ctx, accepted)],
    }
  },
})
