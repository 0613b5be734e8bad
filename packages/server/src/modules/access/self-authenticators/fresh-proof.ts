import { type Context, signedInUser, type UserActor } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

/** How long after signing in nothing has to be proven again. */
const freshMillis = 10 * 60_000

/**
 * The caller, who has proven a factor just now: what changes how someone signs in takes more than
 * an open session. @throws step_up_required
 */
export const freshlyProven = (ctx: Context): UserActor => {
  const user = signedInUser(ctx)
  const now = ctx.platform.clock.now().getTime()
  const age = now - user.authenticatedAt.getTime()
  const steppedUp = (user.stepUpExpiresAt?.getTime() ?? 0) > now
  if (age > freshMillis && !steppedUp) throw new ApiError('step_up_required')
  return user
}
