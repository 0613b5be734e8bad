import { supportHours, supportRights, supportStates } from '@signet/rules/support'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

/** What calls on help by the provider are about. */
export const ofSupport = {
  noun: 'support grant',
  tag: {
    name: 'Support access',
    description:
      'Time-limited access that a tenant grants to its service provider, and how the provider uses it.',
  },
} as const

/** Older ones are in the audit log. */
export const mostListedSupportGrants = 200

const shown = {
  id: Uuid,
  state: z.enum(supportStates),
  reason: z.string(),
  /** `READ_ONLY`, or the rights of a role. */
  rights: z.enum(supportRights),
  /** The role whose rights the provider has; null for read-only access. */
  roleName: z.string().nullable(),
  /** For how many hours it was granted; null while it is only requested. */
  hours: z.int().nullable(),
  /** When it was granted, or requested. */
  createdAt: Instant,
  grantedAt: Instant.nullable(),
  /** When it expires; null while it is only requested. */
  endsAt: Instant.nullable(),
  /** When one side ended it early. */
  endedAt: Instant.nullable(),
  endedBy: z.enum(['TENANT', 'PROVIDER']).nullable(),
} as const

/** A support grant as the tenant sees it. */
export const SupportGrant = z
  .object({
    ...shown,
    /** The company name of the provider. */
    provider: z.string(),
    roleId: Uuid.nullable(),
    /** The administrator who granted it; null while it is only requested. */
    grantedBy: z.string().nullable(),
    /** The number in this grant’s ETag. */
    version: z.int(),
  })
  .meta({ id: 'SupportGrant' })

/** A support grant as the provider sees it. */
export const TenantSupportGrant = z.object(shown).meta({ id: 'TenantSupportGrant' })

/** What was done under a grant. */
export const SupportAct = z
  .object({
    id: z.string(),
    at: Instant,
    action: z.string(),
    entityType: z.string(),
    entityName: z.string(),
    outcome: z.enum(['SUCCESS', 'FAILURE', 'DENIED']),
  })
  .meta({ id: 'SupportAct' })

export const SupportGrantDetails = SupportGrant.extend({
  /** What was done under it, from the audit log, the newest 100 first. */
  acts: z.array(SupportAct),
}).meta({ id: 'SupportGrantDetails' })

const terms = {
  hours: z.int().min(supportHours.least).max(supportHours.most),
  /** The role whose rights the provider gets; null for read-only access. */
  roleId: Uuid.nullable().default(null),
}

export const SupportTerms = z.object(terms).meta({ id: 'SupportTerms' })

/** Why help is needed, as both sides read it. */
export const SupportReason = Line(500)

export const NewSupportGrant = z
  .object({ reason: SupportReason, ...terms })
  .meta({ id: 'NewSupportGrant' })

const { view, add, edit } = callsOn('SUPPORTGRANTS', ofSupport)
const path = '/api/web/v1/supportgrants'
const one = { path: `${path}/:id`, params: IdParams } as const

export const listSupportGrants = endpoint({
  ...view,
  path,
  answer: z.array(SupportGrant),
  errors: [],
  summary: 'Support grants and requests of the provider, the newest first',
  description: `At most ${mostListedSupportGrants}.`,
})

export const readSupportGrant = endpoint({
  ...view,
  ...one,
  answer: SupportGrantDetails,
  versioned: true,
  errors: ['not_found'],
  summary: 'A support grant, with what was done under it',
})

const rules =
  'For a super administrator. The provider gets read-only access, or the rights of a role: it must have no rights by which access outlives the grant (roles, applications, identity providers, webhooks and the like can only be viewed), none over support grants, exports or bulk operations, and it is not a role of super administrators. Later changes of the role can only take rights from the grant. Secrets are never shown.'

export const createSupportGrant = endpoint({
  ...add,
  path,
  body: NewSupportGrant,
  answer: SupportGrant,
  sensitive: true,
  errors: ['rights_not_held', 'role_not_found', 'limit_reached'],
  audit: 'SUPPORTGRANT_GIVEN',
  location: one.path,
  summary: 'Grant the provider access for some hours',
  description: rules,
})

export const acceptSupportRequest = endpoint({
  ...edit,
  path: `${path}/:id/accept`,
  params: IdParams,
  body: SupportTerms,
  answer: SupportGrant,
  sensitive: true,
  errors: [
    'not_found',
    'rights_not_held',
    'role_not_found',
    'support_grant_over',
    'precondition_failed',
  ],
  audit: 'SUPPORTGRANT_GIVEN',
  summary: 'Grant access that the provider has requested',
  description: rules,
})

export const endSupportGrant = endpoint({
  ...edit,
  path: `${path}/:id/end`,
  params: IdParams,
  answer: SupportGrant,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'SUPPORTGRANT_ENDED',
  summary: 'End a support grant, or reject a request',
  description:
    'The sessions of the provider end in the same moment. What it is changing is not stored. Ended twice changes nothing.',
})
