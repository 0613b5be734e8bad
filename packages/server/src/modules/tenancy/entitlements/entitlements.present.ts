import type { TenantEntitlement } from '@signet/contract/tenancy/entitlements'
import { overageOf, remainingOf } from '@signet/rules/entitlements'
import type { z } from 'zod'
import type { StoredEntitlement } from './entitlements.repository.ts'

export const presentEntitlement = (row: StoredEntitlement): z.input<typeof TenantEntitlement> => ({
  entitlementId: row.id,
  type: row.type,
  bundle: row.bundle,
  allotment: row.allotment,
  quantity: row.quantity,
  consumed: row.consumed,
  remaining: remainingOf(row),
  overage: overageOf(row),
  contractMode: row.contract_mode,
  startDate: row.start_date,
  endDate: row.end_date,
  overageType: row.overage_type,
  usageType: row.usage_type,
  smsVoice:
    row.sms_voice_allotment === null
      ? null
      : { allotment: row.sms_voice_allotment, consumed: row.sms_voice_consumed },
})
