import { abort } from '@signet/rules/abort'
import { bundleFlags, bundleTypes, featureNames } from '@signet/rules/bundles'
import { entitlementOverageTypes, entitlementTypes } from '@signet/rules/entitlements'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, Uuid } from '../kit/schemas.ts'
import { EntitlementMonths, TenantEntitlement } from '../tenancy/entitlements.ts'
import { ofTenants } from './subscribers.ts'

const most = 10_000_000

/** One entitlement. Fields left out stay as they are; a new one has their defaults. */
export const EntitlementChange = z
  .object({
    type: z.enum(entitlementTypes),
    /** Where the present bundle may move to: `bundle_move_refused` otherwise. */
    bundle: z.enum(bundleTypes).nullable().optional(),
    /** How much may be used; null without a limit. */
    allotment: z.int().min(0).max(most).nullable().optional(),
    /** How many of the bundle were bought. */
    quantity: z.int().min(1).max(most).optional(),
    contractMode: z.enum(['PRODUCTION', 'TRIAL']).optional(),
    startDate: GivenInstant.optional(),
    /** Null while nothing was agreed. */
    endDate: GivenInstant.nullable().optional(),
    overageType: z.enum(entitlementOverageTypes).optional(),
    /** How many messages by SMS and voice; null where none were bought. */
    smsVoiceAllotment: z.int().min(0).max(most).nullable().optional(),
    /** What the bundle switches on; everything where a new entitlement does not say. */
    features: z.array(z.enum(featureNames)).max(featureNames.length, abort).optional(),
    /** The flags of the bundle that are on: `hasPrinterCounter` counts printed cards, for example. */
    flags: z.array(z.enum(bundleFlags)).max(bundleFlags.length, abort).optional(),
  })
  .meta({ id: 'EntitlementChange' })

export const EntitlementUsageRequest = z
  .object({
    /** These tenants alone; without them the first 1,000 by name. */
    tenantIds: z.array(Uuid).min(1).max(100, abort).optional(),
    type: z.enum(entitlementTypes).optional(),
  })
  .meta({ id: 'EntitlementUsageRequest' })

export const EntitlementUsage = z
  .object({
    tenantId: Uuid,
    companyName: z.string(),
    entitlements: z.array(TenantEntitlement),
  })
  .meta({ id: 'EntitlementUsage' })

const { view, edit, remove } = callsOn('TENANTS', ofTenants)
const path = '/api/web/v4/tenants/:tenantid/entitlements'
const TenantId = Uuid.describe('ID of the tenant.')
const params = z.object({ tenantid: TenantId })
const one = {
  path: `${path}/:type`,
  params: z.object({ tenantid: TenantId, type: z.enum(entitlementTypes) }),
} as const

export const listTenantEntitlements = endpoint({
  ...view,
  path,
  params,
  answer: z.array(TenantEntitlement),
  errors: ['not_found'],
  summary: 'The entitlements of a tenant of this provider, with their use',
})

export const readTenantEntitlement = endpoint({
  ...view,
  ...one,
  answer: TenantEntitlement,
  errors: ['not_found'],
  summary: 'One entitlement of a tenant of this provider',
})

export const setTenantEntitlement = endpoint({
  ...edit,
  path,
  params,
  body: EntitlementChange,
  answer: TenantEntitlement,
  errors: ['not_found', 'bundle_move_refused'],
  audit: 'ENTITLEMENT_CHANGED',
  sensitive: true,
  summary: 'Set an entitlement of a tenant of this provider',
  description:
    'Grants the entitlement of this type, or changes it. An allotment below the present use keeps all users, and no more are added. A bundle moves from PREMIUM to PLUS, STANDARD or CONSUMER, from PLUS to STANDARD or CONSUMER, from STANDARD to CONSUMER and from CONSUMER to STANDARD. The contract mode of the tenant is PRODUCTION once one of its entitlements is.',
})

export const removeTenantEntitlement = endpoint({
  ...remove,
  ...one,
  errors: ['not_found'],
  audit: 'ENTITLEMENT_REMOVED',
  sensitive: true,
  summary: 'Remove an entitlement of a tenant of this provider',
  description:
    'Nothing is deleted, and users keep signing in. No users are added, credentials issued or messages sent by it until it is granted again, with any bundle; what its bundle switched on is off.',
})

export const readEntitlementUsage = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v4/tenants/entitlements/usage',
  body: EntitlementUsageRequest,
  answer: z.array(EntitlementUsage),
  errors: [],
  summary: 'What the tenants of this provider bought and have used, by company name',
  description: 'IDs of other tenants are left out.',
})

export const listTenantUsageMonths = endpoint({
  ...view,
  path: '/api/web/v4/tenants/:tenantid/usagemonths',
  params,
  answer: z.array(EntitlementMonths),
  errors: ['not_found'],
  summary: 'What a tenant of this provider has used of its entitlements, month by month',
})
