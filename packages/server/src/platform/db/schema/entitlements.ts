import type { BundleFlag, BundleType } from '@signet/rules/bundles'
import type {
  EntitlementOverageType,
  EntitlementType,
  EntitlementUsageType,
} from '@signet/rules/entitlements'
import type { ContractMode } from '@signet/rules/tenants'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface StoredFeature {
  readonly name: string
  readonly enabled: boolean
  readonly quantity: number | null
}

/** What a tenant may use and uses; without a row it is unlimited. */
export interface EntitlementRow {
  tenant_id: string
  type: EntitlementType
  id: string
  bundle: BundleType | null
  /** Null where nothing is limited. */
  allotment: number | null
  quantity: Generated<number>
  /** Of users kept by triggers where they come and go. */
  consumed: Generated<number>
  contract_mode: ContractMode
  start_date: Date
  end_date: Date | null
  overage_type: EntitlementOverageType
  usage_type: EntitlementUsageType
  /** Null where SMS and voice were not bought. */
  sms_voice_allotment: number | null
  sms_voice_consumed: Generated<number>
  /** When something was used last; null before. */
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  features: Json<readonly StoredFeature[]>
  flags: Json<Readonly<Partial<Record<BundleFlag, boolean>>>>
}

/** What was removed at some time: nothing more of it is used without a new entitlement. */
interface RemovedEntitlementRow {
  tenant_id: string
  type: EntitlementType
  usage_type: EntitlementUsageType
}

/** What was used in a month (UTC); written by a trigger. */
interface EntitlementMonthRow {
  tenant_id: string
  type: EntitlementType
  /** Its first day. */
  month: ColumnType<string | Date, never, never>
  /** The most that were in use at one time. */
  highest: number
  /** In use after the last change of the month. */
  latest: number
  /** How many came, less those that went. */
  used: number
  sms_voice: number
}

export interface EntitlementTables {
  entitlements: EntitlementRow
  removed_entitlements: RemovedEntitlementRow
  entitlement_months: EntitlementMonthRow
}
