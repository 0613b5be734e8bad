import { hotp, timeStep } from '@signet/algorithms/otp'
import type { Context } from '../../../kit/context.ts'
import { openSecret, windowsOf } from './codes.ts'
import type { StoredToken } from './tokens.repository.ts'

/** The steps or counters whose codes are taken now, as `matchCode` takes them. */
const stepsOf = async (ctx: Context, token: StoredToken): Promise<readonly number[]> => {
  const { steps, ahead } = await windowsOf(ctx, token)
  const from = token.last_step + 1
  if (token.algorithm_type === 'OATH_HOTP') {
    return Array.from({ length: ahead + 1 }, (_, at) => from + at)
  }
  const present = timeStep(ctx.platform.clock.now(), token.period_seconds)
  const expected = present + Math.round(token.drift_quarters / 4)
  return Array.from({ length: 2 * steps + 1 }, (_, at) => expected - steps + at).filter(
    (step) => step >= from,
  )
}

/**
 * The codes that a token may show now, for proofs that carry a digest of one. None of tokens whose
 * PIN stands before the code, for that is not known here, and of those with another algorithm.
 */
export const shownCodes = async (ctx: Context, token: StoredToken): Promise<readonly string[]> => {
  const { algorithm_type: kind, digits, algorithm, pin_hmac: pin } = token
  if (pin !== null || (kind !== 'OATH_TOTP' && kind !== 'OATH_HOTP')) return []
  const [secret, steps] = await Promise.all([openSecret(ctx, token), stepsOf(ctx, token)])
  return steps.map((step) => hotp({ secret, digits, algorithm }, step))
}
