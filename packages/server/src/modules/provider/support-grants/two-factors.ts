import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { SessionProof } from '../../../platform/db/schema/tenancy.ts'
import { sessionQuery } from '../../tenancy/sessions/index.ts'

/** For so long the second factor counts. */
const recentMillis = 5 * 60_000

const isStrong = ({ class: kind }: SessionProof): boolean =>
  kind === 'POSSESSION' || kind === 'INHERENCE' || kind === 'VERIFIED_USER'

/** A passkey that verifies its user is two factors; any other one needs a factor of another class. */
const areTwo = (proofs: readonly SessionProof[], strong: SessionProof): boolean =>
  strong.class === 'VERIFIED_USER' ||
  proofs.some(({ class: kind }) => kind !== 'NONE' && kind !== strong.class)

/**
 * Two factors were proven in the caller's session, one of them that is no knowledge within the last
 * five minutes.
 * @throws step_up_required
 */
export const expectTwoFactors = async (ctx: Context): Promise<void> => {
  const { rows } = await ctx.db.executeQuery(sessionQuery(ctx, signedInUser(ctx).sessionId))
  const proofs = rows[0]?.proofs ?? []
  const since = ctx.platform.clock.now().getTime() - recentMillis
  const isMet = proofs.some((proof) => proof.at > since && isStrong(proof) && areTwo(proofs, proof))
  if (!isMet) throw new ApiError('step_up_required')
}
