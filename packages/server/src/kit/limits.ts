import type { LimitClass } from '@signet/contract/kit/endpoint'
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { addressBytes } from '../platform/config/networks.ts'
import { ApiError } from './errors.ts'

/** Requests a minute and burst of one caller, by class. */
const budgets: Record<LimitClass | 'file', { readonly perMinute: number; readonly burst: number }> =
  {
    read: { perMinute: 1200, burst: 300 },
    search: { perMinute: 300, burst: 60 },
    change: { perMinute: 300, burst: 60 },
    authenticate: { perMinute: 120, burst: 60 },
    heavy: { perMinute: 30, burst: 10 },
    agent: { perMinute: 60_000, burst: 6000 },
    // A first visit to the console takes some 60 files; an office shares one address.
    file: { perMinute: 6000, burst: 3000 },
  }

/** Who asks from this address: one line has all of an IPv6 /64 (RFC 6177). */
export const callerAt = (address: string | null): string => {
  const bytes = address?.includes(':') ? addressBytes(address) : null
  if (bytes === null) return address ?? 'unknown'
  return Buffer.from(bytes.slice(0, 8)).toString('hex')
}

export interface Limits {
  /** Takes one request from the caller's budget. @throws too_many_requests */
  take(caller: string, limit: LimitClass | 'file'): void
}

interface LimitOptions {
  readonly clock: Clock
  /** Multiplies every budget; 0 takes all limits away (measurements only). */
  readonly scale: () => number
}

/** Token buckets of this node; with several live nodes `scale` shares the budget out. */
export const createLimits = ({ clock, scale }: LimitOptions): Limits => {
  const buckets = boundedCache<{ readonly tokens: number; readonly at: number }>(100_000)
  return {
    take(caller, limit) {
      const factor = scale()
      if (factor === 0) return
      const { perMinute, burst } = budgets[limit]
      const capacity = Math.max(1, burst * factor)
      const perMilli = (perMinute * factor) / 60_000
      const now = clock.now().getTime()
      const key = `${limit} ${caller}`
      const bucket = buckets.get(key) ?? { tokens: capacity, at: now }
      const tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) * perMilli)
      if (tokens < 1) throw exhausted(capacity, Math.ceil((1 - tokens) / perMilli / 1000))
      buckets.set(key, { tokens: tokens - 1, at: now })
    },
  }
}

const exhausted = (capacity: number, seconds: number): ApiError =>
  new ApiError('too_many_requests', {
    headers: {
      'Retry-After': String(seconds),
      'X-Ratelimit-Limit': String(Math.floor(capacity)),
      'X-Ratelimit-Remaining': '0',
      'X-Ratelimit-Reset': String(seconds),
    },
  })
