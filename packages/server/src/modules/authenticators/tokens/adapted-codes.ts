import type { Context } from '../../../kit/context.ts'
import type { AdaptedType, TokenAlgorithms } from '../../../platform/token-algorithms.ts'
import { settings } from '../../settings/families/index.ts'
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

/** The makers' algorithms that the operator brought and the tenant has not switched off. */
export const usableAdapters = async (ctx: Context): Promise<TokenAlgorithms> =>
  (await settings.legacyToken(ctx)).enabled ? ctx.platform.tokenAlgorithms : {}

/** By the maker's algorithm; null for a wrong or a used code, and where nobody brought that. */
export const matchAdapted = (
  ctx: Context,
  token: Adapted,
  { secret, codes, window }: Shown,
): AcceptedStep | null => {
  const { tokenAlgorithms, clock } = ctx.platform
  const isOn = settings.legacyToken.lastRead(ctx).enabled
  const { id, digits, period_seconds: periodSeconds, last_step: position } = token
  const known = { secret, digits, periodSeconds, position }
  const search = { now: clock.now(), window }
  const adapter = isOn ? tokenAlgorithms[token.algorithm_type] : undefined
  const step = adapter?.find(known, codes, search) ?? null
  // An adapter is not believed that would have a code taken twice.
  return step === null || !Number.isSafeInteger(step) || step <= position
    ? null
    : { id, step, driftQuarters: 0 }
}
