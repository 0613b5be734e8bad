import type { Context } from '../../../kit/context.ts'
import type { AdaptedType } from '../../../platform/token-algorithms.ts'
import type { AcceptedStep, StoredToken } from './tokens.repository.ts'

interface Adapted extends Omit<StoredToken, 'algorithm_type'> {
  readonly algorithm_type: AdaptedType
}

interface Shown {
  readonly secret: Buffer
  /** One, or two in a row. */
  readonly codes: readonly string[]
  readonly window: number
}

/** By the maker's algorithm; null for a wrong or a used code, and where nobody brought that. */
export const matchAdapted = (
  ctx: Context,
  token: Adapted,
  { secret, codes, window }: Shown,
): AcceptedStep | null => {
  const { tokenAlgorithms, clock } = ctx.platform
  const { id, digits, period_seconds: periodSeconds, last_step: position } = token
  const known = { secret, digits, periodSeconds, position }
  const search = { now: clock.now(), window }
  const step = tokenAlgorithms[token.algorithm_type]?.find(known, codes, search) ?? null
  // An adapter is not believed that would have a code taken twice.
  return step === null || !Number.isSafeInteger(step) || step <= position
    ? null
    : { id, step, driftQuarters: 0 }
}
