import {
  deleteTenantRateLimits,
  type LimitedCaller,
  listLimitedCallers,
  listRateLimitPolicies,
  type RateLimit,
  type RateLimitPolicy,
  readTenantRateLimits,
  replaceTenantRateLimits,
} from '@signet/contract/provider/rate-limiting'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../kit/entity.ts'
import type { ListRequest } from '../../kit/list-state.ts'
import { call } from '../../lib/call.ts'

export type Limit = z.output<typeof RateLimit>
export type LimitValues = z.input<typeof RateLimit>
type Policy = z.output<typeof RateLimitPolicy>

/** Where a limit that holds was set. */
export const limitOrigins = ['default', 'provider', 'tenant'] as const
export type LimitOrigin = (typeof limitOrigins)[number]

export interface LimitInForce extends Limit {
  readonly id: string
  readonly origin: LimitOrigin
  /** The policy of the provider, where it holds. */
  readonly policyId: string | null
}

export const limitsSubject = 'rate-limits'

type Which = Pick<Limit, 'limitClass' | 'subject'>

export const isSameLimit = (one: Which, other: Which): boolean =>
  one.limitClass === other.limitClass && one.subject === other.subject

interface Policies {
  readonly policies: readonly Policy[]
  readonly defaults: readonly Limit[]
}

/** What holds for each class and subject: the tenant's own limit, the provider's, the default. */
export const limitsInForce = (
  { policies, defaults }: Policies,
  own: readonly Limit[] = [],
): readonly LimitInForce[] =>
  defaults.map((usual) => {
    const id = `${usual.limitClass} ${usual.subject}`
    const tenants = own.find((each) => isSameLimit(each, usual))
    if (tenants !== undefined) return { ...tenants, id, origin: 'tenant', policyId: null }
    const policy = policies.find((each) => isSameLimit(each, usual))
    if (policy === undefined) return { ...usual, id, origin: 'default', policyId: null }
    const { limitClass, subject, rate, periodSeconds, burst, id: policyId } = policy
    const limit = { limitClass, subject, rate, periodSeconds, burst }
    return { ...limit, id, origin: 'provider', policyId }
  })

export const policiesQuery = queryOptions({
  queryKey: [limitsSubject, 'policies'],
  queryFn: ({ signal }) => call(listRateLimitPolicies, { signal }),
})

const tenantKey = (tenantid: string) => [limitsSubject, 'tenant', tenantid] as const

export const tenantLimitsQuery = (tenantid: string) =>
  queryOptions({
    queryKey: tenantKey(tenantid),
    queryFn: ({ signal }) => call(readTenantRateLimits, { params: { tenantid }, signal }),
  })

export type LimitedRow = z.output<typeof LimitedCaller>

/** Callers of a tenant that met a limit, the latest first. */
export const callersQuery =
  (tenantid: string) =>
  ({ limit, cursor }: Pick<ListRequest, 'limit' | 'cursor'>) => ({
    queryKey: [limitsSubject, 'callers', tenantid, limit, cursor],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(listLimitedCallers, {
        params: { tenantid },
        body: { limit, ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
  })

/** Replaces what a tenant has of its own; none takes all of it away. */
export const useTenantLimits = (tenantid: string) =>
  useChange(async (limits: readonly Limit[]): Promise<void> => {
    const params = { tenantid }
    if (limits.length === 0) await call(deleteTenantRateLimits, { params })
    else await call(replaceTenantRateLimits, { params, body: { limits: [...limits] } })
  }, tenantKey(tenantid))
