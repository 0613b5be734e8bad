import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { ofTenants } from './subscribers.ts'

const count = z.int()

export const ProviderOverview = z
  .object({
    /** All tenants directly below this provider. */
    tenants: count,
    /** Whether there are more than 10,000: then each count is of 10,000 of them. */
    estimated: z.boolean(),
    locked: count,
    /** Their contract mode is `TRIAL`. */
    trial: count,
    /** Tenants with an entitlement whose end is in the past. */
    ended: count,
    /** Tenants with an entitlement that ends within 30 days. */
    endsWithin30Days: count,
    endsWithin60Days: count,
    endsWithin90Days: count,
    /** Tenants whose administrators are warned of the use of an entitlement. */
    nearLimit: count,
  })
  .meta({ id: 'ProviderOverview' })

const { view } = callsOn('TENANTS', ofTenants)

export const readProviderOverview = endpoint({
  ...view,
  path: '/api/web/v1/serviceprovider/overview',
  answer: ProviderOverview,
  errors: [],
  summary: 'Count the tenants of this provider by state, contract and use',
  description: '`POST /api/web/v4/tenantspaged` lists the tenants of each count.',
})
