import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { findAsked } from '../../../authenticators/magic-links/index.ts'
import { firstFactors } from '../transaction/plan.ts'
import type { Transaction } from '../transaction/record.ts'
import { readRules } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'

interface Asked {
  readonly authenticator: SignInAuthenticator
  readonly given: { readonly response?: string | undefined }
}

/**
 * Of a browser that waits for its link to be opened elsewhere: where it stands, until whoever opened
 * it has let it go on. Nothing is noted of it. Null when there is something to check.
 * @throws magic_link_invalid when nothing is left to wait for
 */
export const stillWaiting = async (
  ctx: Context,
  transaction: Transaction,
  { authenticator, given }: Asked,
) => {
  if (authenticator !== 'MAGICLINK' || given.response !== undefined) return null
  const link = await findAsked(ctx, transaction.id)
  if (link?.state === 'TOLD') return null
  if (link?.state !== 'OPEN') throw new ApiError('magic_link_invalid')
  const allowed = firstFactors(transaction.purpose, await readRules(ctx, transaction))
  const step = { number: 1, allowed } as const
  return presentState(ctx, { transaction, account: null, move: { kind: 'step', step } })
}
