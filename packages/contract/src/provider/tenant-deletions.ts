import { abort } from '@signet/rules/abort'
import { longestGraceDays, tenantDeletionStates } from '@signet/rules/tenants'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { ofTenants } from './subscribers.ts'
import { TenantDetails } from './tenants.ts'

/** The deletion of a tenant, from the request on. It is kept when the tenant is gone. */
export const TenantDeletion = z
  .object({
    id: Uuid,
    tenantId: Uuid,
    companyName: z.string(),
    state: z.enum(tenantDeletionStates),
    /** Who asked for it. */
    requestedBy: z.string(),
    requestedAt: Instant,
    /** When erasing begins. Until then the deletion can be taken back. */
    eraseAt: Instant,
    /** When nothing was left; null before. */
    erasedAt: Instant.nullable(),
    /** How many rows were erased so far. */
    erasedRows: z.int(),
  })
  .meta({ id: 'TenantDeletion' })

export const TenantDeletionDetails = TenantDeletion.extend({
  /** The host names that the tenant had. */
  hostNames: z.array(z.string()),
  /** From when on other tenants can have these host names; null before the tenant is erased. */
  hostNamesFreeAt: Instant.nullable(),
  /** How many rows were erased from each table. */
  rows: z.array(z.object({ table: z.string(), rows: z.int() }).meta({ id: 'ErasedRows' })),
  /** How many rows all tables still had when the erasure was verified; null before. */
  rowsLeft: z.int().nullable(),
  /** When the last backup with this tenant is deleted; null while unknown. */
  backupsUntil: Instant.nullable(),
  /** SHA-256 of the statement; null before the tenant is erased. */
  digest: z.string().nullable(),
  /** What the digest is of, as text: it can be computed again. Null before the tenant is erased. */
  statement: z.string().nullable(),
}).meta({ id: 'TenantDeletionDetails' })

export const TenantDeletionPageRequest = PageRequest.extend({
  state: z.enum(tenantDeletionStates).optional(),
  /** Part of the company name. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  descending: z.boolean().default(true),
}).meta({ id: 'TenantDeletionPageRequest' })

export const TenantDeletionSettings = z
  .object({
    /** Days from the request until a tenant is erased. With 0, one day where users have signed in. */
    graceDays: z.int().min(0).max(longestGraceDays),
  })
  .meta({ id: 'TenantDeletionSettings' })

const { view, edit, remove } = callsOn('TENANTS', ofTenants)

export const deleteTenant = endpoint({
  ...remove,
  path: '/api/web/v4/tenants/:id',
  params: IdParams,
  answer: TenantDeletion,
  errors: ['not_found', 'precondition_failed', 'tenant_has_tenants'],
  audit: 'TENANT_DELETION_REQUESTED',
  sensitive: true,
  versioned: false,
  catalogueId: 'delete:web.v4.tenants.id',
  summary: 'Delete a tenant of this provider, after a grace period',
  description:
    'All sessions end, and users cannot sign in. Super administrators of the tenant are notified by email. When the grace period is over, everything that the tenant has is erased; until then `canceldeletion` takes the deletion back. A service provider that still has tenants is not deleted. A repeat answers the deletion that was requested before.',
})

export const cancelTenantDeletion = endpoint({
  ...edit,
  path: '/api/web/v4/tenants/:id/canceldeletion',
  params: IdParams,
  answer: TenantDetails,
  errors: ['not_found', 'precondition_failed'],
  audit: 'TENANT_DELETION_CANCELED',
  sensitive: true,
  summary: 'Take the deletion of a tenant back',
  description:
    'Users can sign in again, unless the tenant was locked before. Sessions do not come back; jobs continue. Answers `not_found` as soon as erasing has begun.',
})

export const exportTenant = endpoint({
  ...view,
  needs: ['TENANTS', 'REMOVE'],
  path: '/api/web/v4/tenants/:id/export',
  params: IdParams,
  answer: z.string(),
  produces: 'application/gzip',
  sensitive: true,
  errors: ['not_found'],
  audit: 'TENANT_EXPORTED',
  limit: 'heavy',
  summary: 'Export a tenant that is going to be erased: lines of JSON, compressed with gzip',
  description:
    'Users with their groups, organizations and roles, applications, identity providers, settings and the audit log. No passwords, keys or other secrets. The file is made while it is sent and kept nowhere. Super administrators of the tenant are notified by email. Answers `not_found` for a tenant whose deletion was not requested.',
})

export const listTenantDeletions = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v4/tenantdeletionspaged',
  body: TenantDeletionPageRequest,
  answer: pageOf(TenantDeletion),
  errors: [],
  summary: 'A page of the deletions of tenants of this provider, the newest first',
})

export const readTenantDeletion = endpoint({
  ...view,
  path: '/api/web/v4/tenantdeletions/:id',
  params: IdParams,
  answer: TenantDeletionDetails,
  errors: ['not_found'],
  summary: 'The deletion of a tenant, with the proof that nothing is left',
})

const settings = '/api/web/v1/serviceprovider/tenantdeletionsettings'

export const readTenantDeletionSettings = endpoint({
  ...view,
  path: settings,
  answer: TenantDeletionSettings,
  errors: [],
  summary: 'The grace period for deleted tenants of this provider',
})

export const updateTenantDeletionSettings = endpoint({
  ...edit,
  path: settings,
  body: TenantDeletionSettings,
  answer: TenantDeletionSettings,
  errors: [],
  audit: 'TENANT_DELETION_SETTINGS_UPDATED',
  sensitive: true,
  summary: 'Change the grace period for deleted tenants of this provider',
  description: 'Deletions that were requested before keep their time.',
})
