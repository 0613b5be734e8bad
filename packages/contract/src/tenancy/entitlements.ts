import { bundleTypes } from '@signet/rules/bundles'
import {
  entitlementOverageTypes,
  entitlementTypes,
  entitlementUsageTypes,
} from '@signet/rules/entitlements'
import { contractModes } from '@signet/rules/tenants'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

const SmsVoice = z
  .object({ allotment: z.int(), consumed: z.int() })
  .meta({ id: 'SmsVoiceEntitlement' })

export const TenantEntitlement = z
  .object({
    entitlementId: z.string(),
    type: z.enum(entitlementTypes),
    bundle: z.enum(bundleTypes).nullable(),
    /** How much may be used; null where nothing is limited. */
    allotment: z.int().nullable(),
    /** How many of the bundle were bought. */
    quantity: z.int(),
    consumed: z.int(),
    remaining: z.int().nullable(),
    /** By how much the use is beyond the allotment. */
    overage: z.int(),
    contractMode: z.enum(contractModes),
    startDate: Instant,
    endDate: Instant.nullable(),
    overageType: z.enum(entitlementOverageTypes),
    usageType: z.enum(entitlementUsageTypes),
    smsVoice: SmsVoice.nullable(),
  })
  .meta({ id: 'TenantEntitlement' })

export const EntitlementInfo = z
  .object({
    /** No entitlement limits this account. */
    unlimited: z.boolean(),
    /** The users there are, and how many there may be. */
    users: z.object({
      consumed: z.int(),
      allotment: z.int().nullable(),
      remaining: z.int().nullable(),
    }),
    /** All of them, those whose time is over too. */
    entitlements: z.array(TenantEntitlement),
  })
  .meta({ id: 'EntitlementInfo' })

const EntitlementMonth = z
  .object({
    /** By UTC: `2026-11`. */
    month: z.string(),
    /** The most that were in use at one time. */
    highest: z.int(),
    /** By how much the use grew; negative where it fell. */
    used: z.int(),
    /** How many messages were sent by SMS and voice. */
    smsVoice: z.int(),
  })
  .meta({ id: 'EntitlementMonth' })

export const EntitlementMonths = z
  .object({
    type: z.enum(entitlementTypes),
    /** The oldest first, at most 13. */
    months: z.array(EntitlementMonth),
  })
  .meta({ id: 'EntitlementMonths' })

const admin = { method: 'GET', actor: 'admin', needs: ['ENTITLEMENTS', 'VIEW'] } as const
const read = { errors: [], audit: null, limit: 'read' } as const

export const readEntitlementInfo = endpoint({
  ...admin,
  ...read,
  path: '/api/web/v1/entitlements/info',
  answer: EntitlementInfo,
  summary: 'What this account has bought and has used',
})

export const listActiveEntitlements = endpoint({
  ...admin,
  ...read,
  path: '/api/web/v1/entitlements/active',
  answer: z.array(TenantEntitlement),
  catalogueId: 'get:web.v1.entitlements.active',
  summary: 'The entitlements whose time has come and is not over',
})

export const listUsageMonths = endpoint({
  ...admin,
  ...read,
  path: '/api/web/v1/entitlements/months',
  answer: z.array(EntitlementMonths),
  summary: 'What was used of each entitlement, month by month',
  description:
    'This month and at most twelve before it. Users are counted while an entitlement limits or counts them; the history of an entitlement that was removed ends with its last change.',
})
