import type { Context } from '../../../kit/context.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { pollSeconds } from './device-codes.ts'

interface Pace {
  readonly at: number
  readonly intervalMillis: number
}

/** When each device asked last. Of this node: a device that asks another one is a little faster. */
const paces = boundedCache<Pace>(100_000, { ttl: 30 * 60_000 })

/** What networks and timers make of an interval that is kept. */
const toleranceMillis = 1000

/**
 * Whether a device asks again sooner than it may; from then on it may so 5 s later
 * (RFC 8628, section 3.5).
 */
export const asksTooSoon = ({ tenant, platform }: Context, deviceCode: string): boolean => {
  const name = `${tenant.id} ${deviceCode}`
  const at = platform.clock.now().getTime()
  const known = paces.get(name)
  const intervalMillis = known?.intervalMillis ?? pollSeconds * 1000
  const isTooSoon = known !== undefined && at - known.at < intervalMillis - toleranceMillis
  paces.set(name, { at, intervalMillis: isTooSoon ? intervalMillis + 5000 : intervalMillis })
  return isTooSoon
}
