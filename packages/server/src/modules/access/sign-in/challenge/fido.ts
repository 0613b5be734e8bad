import type { Context } from '../../../../kit/context.ts'
import { assertionOptions } from '../../../authenticators/fido/index.ts'
import type { Transaction } from '../transaction/record.ts'
import type { Asked, Challenge } from './asking.ts'

/** A passkey's challenge lives as long as a browser lets a ceremony wait. */
const challengeMillis = 5 * 60_000

/** Nothing is written: the challenge travels in the sealed transaction. */
const ceremony = async (
  ctx: Context,
  transaction: Transaction,
  userId: string | null,
): Promise<Asked> => {
  const options = await assertionOptions(ctx, { userId })
  const until = ctx.platform.clock.now().getTime() + challengeMillis
  const challenged = { ...transaction, challenge: { value: options.challenge, until } }
  return { transaction: challenged, shown: { fidoChallenge: { ...options } } }
}

export const passkeyChallenge: Challenge = {
  asks: 'ANYBODY',
  ask: (ctx, transaction) => ceremony(ctx, transaction, null),
}

export const fidoChallenge: Challenge = {
  asks: 'DUE',
  ask: (ctx, { transaction, account }) => ceremony(ctx, transaction, account.id),
}
