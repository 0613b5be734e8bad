import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { BatchIds, BatchOutcomes } from './batches.ts'

export const OrganizationSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    displayName: z.string(),
    /** The organization above; null at the top. */
    parentId: Uuid.nullable(),
    parentName: z.string().nullable(),
    createdAt: Instant,
    /** The number in this organization's ETag. */
    version: z.int(),
    /** Exact up to 10,000; above that an estimate, and 10,000 in pages. */
    memberCount: z.int(),
    memberCountEstimated: z.boolean(),
  })
  .meta({ id: 'OrganizationSummary' })

export const Organization = OrganizationSummary.extend({
  /** From the top down to the one above. */
  ancestors: z.array(z.object({ id: Uuid, name: z.string() })),
}).meta({ id: 'Organization' })

export const NewOrganization = z
  .object({
    name: Line(128),
    /** What people see; the name when left out. */
    displayName: Line(128).optional(),
    parentId: Uuid.nullable().default(null),
  })
  .meta({ id: 'NewOrganization' })

/** Fields left out stay as they are. */
export const OrganizationChange = z
  .object({ name: Line(128), displayName: Line(128), parentId: Uuid.nullable() })
  .partial()
  .meta({ id: 'OrganizationChange' })

export const OrganizationPageRequest = PageRequest.extend({
  /** Part of a name. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  /** Those right below this one. */
  parentId: Uuid.optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'OrganizationPageRequest' })

const path = '/api/web/v1/organizations'
const { view, remove: removeMany } = callsOn('ORGANIZATIONS')
const { read, createWithoutLocation, update, remove } = crudAt(path, {
  entity: 'ORGANIZATIONS',
  answer: Organization,
  action: 'ORGANIZATION',
  missing: 'organization_not_found',
  taken: 'organization_exists',
})

export const listOrganizationsPaged = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v1/organizationspaged',
  body: OrganizationPageRequest,
  answer: pageOf(OrganizationSummary),
  errors: [],
  summary: 'A page of organizations by name, with the number of members of each',
  description:
    'Three characters or more are found anywhere in name and shown name, one or two at the beginning of the name.',
})

export const readOrganization = endpoint({
  ...read,
  summary: 'One organization, with the ETag that changes ask back',
})

export const createOrganization = endpoint({
  ...createWithoutLocation,
  body: NewOrganization,
  ordinary: 'grouping',
  errors: ['organization_exists', 'organization_not_found', 'organization_too_deep'],
  summary: 'Create an organization',
  description:
    'Names are unique in the tenant. `parentId` puts it below another, ten deep at most.',
})

export const updateOrganization = endpoint({
  ...update,
  body: OrganizationChange,
  ordinary: 'grouping',
  errors: [
    'organization_exists',
    'organization_not_found',
    'organization_too_deep',
    'precondition_failed',
  ],
  summary: 'Change an organization, or move it with all below it',
  description: 'An organization is not put below itself or below one that is below it.',
})

export const deleteOrganization = endpoint({
  ...remove,
  ordinary: 'grouping',
  errors: ['organization_not_found', 'organization_in_use', 'precondition_failed'],
  summary: 'Delete an organization with nobody in it and none below it',
  description:
    'Of one in use, `parameters` tell the number of its members (`members`, counted up to 10,000) and of those right below it (`children`), with some of their names (`memberNames`, `childNames`).',
})

export const deleteOrganizations = endpoint({
  ...removeMany,
  limit: 'heavy',
  path: `${path}/multiple`,
  body: BatchIds,
  answer: BatchOutcomes,
  ordinary: 'grouping',
  errors: [],
  audit: 'ORGANIZATION_DELETED',
  summary: 'Delete up to 100 organizations',
  description:
    'Each stands for itself, in the order sent: one that has members or others below it stays, and its row says `organization_in_use`. Name those below before those above.',
})
