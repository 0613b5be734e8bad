import {
  defaultPolicies,
  type LimitSubject,
  type RequestClass,
  type RequestPolicy,
} from '@signet/rules/request-limits'
import type { Selectable } from 'kysely'
import type { Tenant } from '../../../kit/context.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { RateLimitPolicyRow } from '../../../platform/db/schema/rate-limiting.ts'
import type { Platform } from '../../../platform/platform.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'

type Key = `${string} ${RequestClass} ${LimitSubject}`

/** The policies of one provider: by tenant, or by the empty text for all of its tenants. */
type Policies = ReadonlyMap<string, RequestPolicy>

const keyOf = (tenantId: string, limit: RequestClass, subject: LimitSubject): Key =>
  `${tenantId} ${limit} ${subject}`

const policyOfRow = (row: Selectable<RateLimitPolicyRow>): readonly [Key, RequestPolicy] => [
  keyOf(row.for_tenant_id ?? '', row.limit_class, row.subject),
  { rate: row.rate, periodSeconds: row.period_seconds, burst: row.burst },
]

const known = tenantCache<Policies>()
/** Whose policies hold in a tenant that has been asked for. */
const providers = boundedCache<{ readonly id: string }>(100_000)

/** Before the first request of a tenant is counted; at most 1 s stale. */
export const warmPolicies = async (
  { database }: Pick<Platform, 'database'>,
  { id, providerId }: Pick<Tenant, 'id' | 'providerId'>,
): Promise<void> => {
  if (providers.get(id)?.id !== providerId) providers.set(id, { id: providerId })
  if (known.find(database, providerId) !== undefined) return
  const moment = database.moment()
  const rows = await database
    .forTenant(providerId)
    .selectFrom('rate_limit_policies')
    .selectAll()
    .where('tenant_id', '=', providerId)
    .execute()
  known.keep(providerId, { tenantId: providerId, moment, value: new Map(rows.map(policyOfRow)) })
}

export const forgetPolicies = ({ id }: Pick<Tenant, 'id'>): void => known.forget(id)

/** The tenant's own policy, else its provider's, else the default; null for no limit. */
export const policyOf = (
  limit: RequestClass,
  { tenantId, subject }: { readonly tenantId: string | null; readonly subject: LimitSubject },
): RequestPolicy | null => {
  const usual = defaultPolicies[limit][subject] ?? null
  const provider = tenantId === null ? undefined : providers.get(tenantId)
  const set = provider === undefined ? undefined : known.last(provider.id)
  if (tenantId === null || set === undefined || set.size === 0) return usual
  return set.get(keyOf(tenantId, limit, subject)) ?? set.get(keyOf('', limit, subject)) ?? usual
}
