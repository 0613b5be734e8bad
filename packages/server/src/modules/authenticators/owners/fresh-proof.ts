import {
  type Context,
  type SupportActor,
  signedInUser,
  type UserActor,
} from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { sessionTimes, settings } from '../../settings/families/index.ts'

/** When the user proved a factor last. A step-up lasts as long as the setting says: it began that much earlier. */
const provenAt = (
  { authenticatedAt, stepUpExpiresAt }: UserActor | SupportActor,
  stepUpMillis: number,
): number => Math.max(authenticatedAt.getTime(), (stepUpExpiresAt?.getTime() ?? 0) - stepUpMillis)

/** How long ago that was, in milliseconds. */
const ageOf = (ctx: Context, user: UserActor | SupportActor): number => {
  const { stepUpMillis } = settings.general.lastRead(ctx)
  return ctx.platform.clock.now().getTime() - provenAt(user, stepUpMillis)
}

/**
 * The caller, who has proven a factor just now, in signing in or again, for as long as the tenant
 * lets that count: what changes how someone signs in takes more than an open session.
 * @throws step_up_required
 */
export const freshlyProven = (ctx: Context): UserActor => {
  const user = signedInUser(ctx)
  if (
    ageOf(ctx, user) >
    sessionTimes.stepUpLife(ctx, { administrator: sessionTimes.administers(user) })
  ) {
    throw new ApiError('step_up_required')
  }
  return user
}

/** For no longer does a proof count for what administrators do to others. */
const sensitiveMillis = 5 * 60_000

/**
 * The one check behind every `sensitive` endpoint, and for calls that are sensitive only by what they
 * carry. Programs and the service itself have no one who could prove anything; a provider that helps
 * has proven its factors when it entered.
 * @throws step_up_required
 */
export const freshlyProvenAdmin = (ctx: Context): void => {
  if (ctx.actor.kind !== 'user' && ctx.actor.kind !== 'support') return
  const life = sessionTimes.stepUpLife(ctx, { administrator: true })
  if (ageOf(ctx, ctx.actor) > Math.min(life, sensitiveMillis))
    throw new ApiError('step_up_required')
}
