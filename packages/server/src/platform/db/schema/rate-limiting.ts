import type { LimitSubject, policyClasses } from '@signet/rules/request-limits'
import type { Generated } from 'kysely'

export interface RateLimitPolicyRow {
  /** The provider that has set it. */
  tenant_id: string
  id: string
  /** The tenant that it holds for; null: for all of the provider without one of their own. */
  for_tenant_id: string | null
  limit_class: (typeof policyClasses)[number]
  subject: LimitSubject
  rate: number
  period_seconds: number
  burst: number
  created_at: Date
  version: Generated<number>
}

export interface LimitedCallerRow {
  tenant_id: string
  id: string
  limit_class: (typeof policyClasses)[number]
  subject: LimitSubject
  /** An id, or the network of an address; empty for a whole tenant, and for those not counted apart. */
  caller: string
  count: number
  first_at: Date
  last_at: Date
}

export interface RateLimitingTables {
  rate_limit_policies: RateLimitPolicyRow
  limited_callers: LimitedCallerRow
}
