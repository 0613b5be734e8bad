import { abort } from '@signet/rules/abort'
import { bundleTypes } from '@signet/rules/bundles'
import { contractEnds } from '@signet/rules/contract-ends'
import { contractModes } from '@signet/rules/tenants'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { AsyncJob } from '../kit/jobs.ts'
import { IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import {
  createSubscriber,
  NewSubscriber,
  ofTenants,
  SubscriberAdministrator,
  TenantHostname,
} from './subscribers.ts'

/** More are read page by page. */
export const mostListedTenants = 1000

/** How many host names one tenant has, aliases included. */
export const mostHostNames = 20

/** A tenant as the provider above it sees it. */
export const Tenant = z
  .object({
    id: Uuid,
    companyName: z.string(),
    hostname: z.string(),
    publicUrl: z.string(),
    region: z.string(),
    contractMode: z.enum(contractModes),
    defaultLocale: z.string(),
    authenticationAccount: z.boolean(),
    issuanceAccount: z.boolean(),
    /** A service provider, with tenants of its own. */
    isSp: z.boolean(),
    /** Users cannot sign in, and jobs wait. */
    locked: z.boolean(),
    /** That it is going to be erased, and when; null otherwise. */
    deletion: z
      .object({ id: Uuid, requestedAt: Instant, eraseAt: Instant })
      .meta({ id: 'PendingDeletion' })
      .nullable(),
    /** The bundle of its authentication entitlement; null without one. */
    bundle: z.enum(bundleTypes).nullable(),
    /** How many users it has, and how many it may have; null without an authentication entitlement. */
    users: z
      .object({ consumed: z.int(), allotment: z.int().nullable() })
      .meta({ id: 'TenantUsers' })
      .nullable(),
    createdAt: Instant,
    /** The number in this tenant’s ETag. */
    version: z.int(),
  })
  .meta({ id: 'Tenant' })

export const TenantDetails = Tenant.extend({
  /** Other host names that lead to it. */
  aliases: z.array(z.string()),
}).meta({ id: 'TenantDetails' })

export const CreatedTenant = TenantDetails.extend({
  /** Sets up the first administrator, once and within seven days; null where it was mailed. */
  setupUrl: z.string().nullable(),
}).meta({ id: 'CreatedTenant' })

export const TenantPageRequest = PageRequest.extend({
  /** Part of the company name or of the URL. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  /** Only locked tenants, or only those that are not. */
  locked: z.boolean().optional(),
  contractMode: z.enum(contractModes).optional(),
  /** Only tenants with an entitlement that ends then: before now, or within 30, 60 or 90 days. */
  contractEnd: z.enum(contractEnds).optional(),
  /** Only tenants whose administrators are warned of the use of an entitlement, or only the others. */
  nearLimit: z.boolean().optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'TenantPageRequest' })

export const TenantHostChange = z
  .object({
    /** One name below the provider’s own host, or a host name that the tenant has already. */
    hostname: TenantHostname,
    /** All other host names that lead to it. Without them none is removed, and the previous one is kept. */
    aliases: z
      .array(TenantHostname)
      .max(mostHostNames - 1, abort)
      .optional(),
  })
  .meta({ id: 'TenantHostChange' })

const { view, add, edit } = callsOn('TENANTS', ofTenants)
const path = '/api/web/v4/tenants'
const one = { path: `${path}/:id`, params: IdParams } as const

export const listTenants = endpoint({
  ...view,
  path,
  query: z.object({
    /** Part of the company name or of the URL. */
    search: z.string().trim().min(1).max(100, abort).optional(),
  }),
  answer: z.array(Tenant),
  errors: [],
  catalogueId: 'get:web.v4.tenants',
  summary: 'The tenants of this provider by name',
  description: `At most ${mostListedTenants}: \`POST /api/web/v4/tenantspaged\` reads all of them.`,
})

export const listTenantsPaged = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v4/tenantspaged',
  body: TenantPageRequest,
  answer: pageOf(Tenant),
  errors: [],
  summary: 'A page of the tenants of this provider by name',
})

export const readTenant = endpoint({
  ...view,
  ...one,
  answer: TenantDetails,
  errors: ['not_found'],
  summary: 'A tenant of this provider, with the ETag that changes ask back',
})

export const createTenant = endpoint({
  ...add,
  limit: 'heavy',
  path,
  body: NewSubscriber,
  answer: CreatedTenant,
  sensitive: true,
  errors: ['subscriber_exists'],
  audit: 'SUBSCRIBER_CREATED',
  reveals: ['setupUrl'],
  location: one.path,
  versioned: true,
  summary: 'Create a tenant of this provider',
  description: createSubscriber.description,
})

/** What takes longer is not shown once: the setup link is sent by email. */
export const SubmittedTenant = NewSubscriber.safeExtend({
  /** Who gets the setup link by email. */
  administrator: SubscriberAdministrator,
}).meta({ id: 'SubmittedTenant' })

export const submitTenant = endpoint({
  ...add,
  limit: 'heavy',
  path: '/api/web/v5/async/tenants',
  body: SubmittedTenant,
  answer: AsyncJob,
  sensitive: true,
  errors: [],
  audit: 'TENANT_SUBMITTED',
  summary: 'Submit a tenant of this provider to be created',
  description:
    'Answers at once; `createstatus` says when the tenant is ready, `createresult` answers it, both for one hour. Work that was interrupted is resumed: the tenant is created once, or not at all. A host name that is taken by then fails the job with `subscriber_exists`.',
})

const job = { ...view, params: IdParams } as const

export const readTenantCreateStatus = endpoint({
  ...job,
  path: '/api/web/v4/async/tenants/:id/createstatus',
  answer: AsyncJob,
  errors: ['not_found'],
  summary: 'Whether a submitted tenant is ready',
})

export const readTenantCreateResult = endpoint({
  ...job,
  path: '/api/web/v4/async/tenants/:id/createresult',
  answer: TenantDetails,
  errors: ['not_found', 'job_not_completed', 'job_failed'],
  summary: 'The tenant that was submitted',
})

const lock = {
  ...edit,
  params: IdParams,
  answer: TenantDetails,
  errors: ['not_found', 'precondition_failed', 'tenant_in_deletion'],
  audit: 'TENANT_LOCKED',
  sensitive: true,
} as const

const unlock = {
  ...lock,
  audit: 'TENANT_UNLOCKED',
} as const

export const lockTenant = endpoint({
  ...lock,
  path: `${path}/:id/lock`,
  summary: 'Lock a tenant: all sessions end, and sign-in is refused',
  description:
    'Sign-in, tokens and calls are refused with `account_locked`. Sessions do not come back when the tenant is unlocked. Jobs wait; tenants below a locked provider are not locked.',
})

export const unlockTenant = endpoint({
  ...unlock,
  path: `${path}/:id/unlock`,
  summary: 'Unlock a tenant: users sign in again, and waiting jobs continue',
})

export const lockSubscriberAccount = endpoint({
  ...lock,
  path: '/api/web/v1/serviceprovider/subscribers/:id/lock',
  catalogueId: 'put:web.v1.serviceprovider.subscribers.id.lock',
  summary: 'Lock a subscriber account',
  description: 'As `PUT /api/web/v4/tenants/{id}/lock`.',
})

export const unlockSubscriberAccount = endpoint({
  ...unlock,
  path: '/api/web/v1/serviceprovider/subscribers/:id/unlock',
  catalogueId: 'put:web.v1.serviceprovider.subscribers.id.unlock',
  summary: 'Unlock a subscriber account',
  description: 'As `PUT /api/web/v4/tenants/{id}/unlock`.',
})

export const changeTenantHost = endpoint({
  ...edit,
  path: '/api/web/v1/serviceprovider/hostname/:id',
  params: IdParams,
  body: TenantHostChange,
  answer: TenantDetails,
  sensitive: true,
  errors: [
    'not_found',
    'subscriber_exists',
    'limit_reached',
    'precondition_failed',
    'tenant_in_deletion',
  ],
  audit: 'SUBSCRIBER_URL_CHANGED',
  summary: 'Change the host name of a tenant, and its aliases',
  description:
    'The previous host name stays as an alias unless `aliases` leaves it out. Passkeys of the previous host name do not work at the new one, and applications see a new issuer: change it before users enroll. A name is compared in lower case, without a trailing dot and in its ASCII form, and belongs to one tenant of the service only.',
})

export const readParentName = endpoint({
  ...view,
  path: '/api/web/v1/tenants/parentcompanyname',
  answer: z.object({ companyName: z.string().nullable() }).meta({ id: 'ParentCompany' }),
  errors: [],
  catalogueId: 'get:web.v1.tenants.parentcompanyname',
  summary: 'The company name of the provider above this one',
  description: 'Null at the root provider.',
})
