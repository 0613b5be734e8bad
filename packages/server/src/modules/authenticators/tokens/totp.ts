import { findStep, timeStep } from '@signet/algorithms/otp'
import type { Context } from '../../../kit/context.ts'
import type { AcceptedStep, StoredToken } from './tokens.repository.ts'

/** RFC 6238, section 5.2: one step to either side of the token's own time. */
const window = 1

export const secretPurpose = (id: string): string => `token:${id}`

const parametersOf = async (ctx: Context, token: StoredToken) => ({
  secret: await ctx.platform.secrets.open(
    token.tenant_id,
    secretPurpose(token.id),
    token.sealed_secret,
  ),
  digits: token.digits,
  algorithm: token.algorithm,
})

/** A quarter of a step at a time: one code typed late must not move what is expected next. */
const learn = (quarters: number, offset: number): number =>
  quarters + Math.max(-1, Math.min(1, offset * 4 - quarters))

/**
 * The step whose code this is, with the drift learnt from it; null for a wrong or a used code.
 * The newest accepted step is checked again when the code is used up (RFC 6238, section 5.2).
 */
export const matchCode = async (
  ctx: Context,
  token: StoredToken,
  code: string,
): Promise<AcceptedStep | null> => {
  const present = timeStep(ctx.platform.clock.now(), token.period_seconds)
  const expected = present + Math.round(token.drift_quarters / 4)
  const step = findStep(await parametersOf(ctx, token), code, { step: expected, window })
  if (step === null || step <= token.last_step) return null
  return { id: token.id, step, driftQuarters: learn(token.drift_quarters, step - present) }
}

/** RFC 6238, section 6: how far to look for a clock that has run away. */
const resyncWindow = 120

/** The later of two consecutive steps that these codes are of; null when they are none. */
export const matchPair = async (
  ctx: Context,
  token: StoredToken,
  [first, second]: readonly [string, string],
): Promise<AcceptedStep | null> => {
  const parameters = await parametersOf(ctx, token)
  const present = timeStep(ctx.platform.clock.now(), token.period_seconds)
  const start = findStep(parameters, first, { step: present, window: resyncWindow })
  if (start === null || start <= token.last_step) return null
  const next = findStep(parameters, second, { step: start + 1, window: 0 })
  return next === null ? null : { id: token.id, step: next, driftQuarters: (next - present) * 4 }
}
