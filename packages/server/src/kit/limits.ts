import type { RequestClass } from '@signet/rules/request-limits'
import { rateLimitRetry } from '@signet/rules/retry'
import type { FastifyReply } from 'fastify'
import { addressBytes } from '../platform/config/networks.ts'
import type { Caller, RequestBuckets, Standing } from '../platform/request-limits/buckets.ts'
import { ApiError } from './errors.ts'

/** Who asks from this address: one line has all of an IPv6 /64 (RFC 6177). */
export const callerAt = (address: string | null): string => {
  const bytes = address?.includes(':') ? addressBytes(address) : null
  if (bytes === null) return address ?? 'unknown'
  return Buffer.from(bytes.slice(0, 8)).toString('hex')
}

export const addressCaller = (
  tenant: { readonly id: string },
  address: string | null,
  protocol = '',
): Caller => ({
  tenantId: tenant.id,
  subject: 'ADDRESS',
  name: protocol === '' ? callerAt(address) : `${protocol} ${callerAt(address)}`,
})

export interface Limits {
  /** Takes one request; null without a policy. @throws too_many_requests */
  take(caller: Caller, limit: RequestClass): Standing | null
  /** Takes nothing. @throws too_many_requests */
  expectLeft(caller: Caller, limit: RequestClass): void
  /** Takes what turned out to cost something, also where nothing is left. */
  charge(caller: Caller, limit: RequestClass): void
}

const headersOf = ({ limit, remaining, resetSeconds }: Standing) => ({
  'X-Ratelimit-Limit': String(limit),
  'X-Ratelimit-Remaining': String(remaining),
  [rateLimitRetry.header]: String(resetSeconds),
})

const accepted = (standing: Standing | null): Standing | null => {
  if (standing?.isExceeded !== true) return standing
  const headers = { 'Retry-After': String(standing.resetSeconds), ...headersOf(standing) }
  throw new ApiError('too_many_requests', { headers })
}

export const createLimits = (buckets: RequestBuckets): Limits => ({
  take: (caller, limit) => accepted(buckets.take(caller, limit)),
  expectLeft: (caller, limit) => void accepted(buckets.look(caller, limit)),
  charge: (caller, limit) => buckets.charge(caller, limit),
})

/** The answer says what is left, also one that a library writes past Fastify. */
export const showStanding = ({ raw }: FastifyReply, standing: Standing | null): void => {
  if (standing === null) return
  for (const [name, value] of Object.entries(headersOf(standing))) raw.setHeader(name, value)
}
