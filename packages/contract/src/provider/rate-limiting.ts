import { abort } from '@signet/rules/abort'
import { limitSubjects, policyClasses, policyFault } from '@signet/rules/request-limits'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'

const limit = {
  /** What is limited: the kind of work a request makes. */
  limitClass: z.enum(policyClasses),
  /** Whose requests are counted together. */
  subject: z.enum(limitSubjects),
}

const figures = {
  /** Requests in each period. */
  rate: z.int().min(1).max(1_000_000_000),
  periodSeconds: z.int().min(1).max(86_400).default(60),
  /** Requests that may follow each other immediately. */
  burst: z.int().min(1).max(1_000_000_000),
}

const faults = {
  subject: 'is not counted in this class',
  rate: 'is below a tenth of the default, or above a hundred times it',
  burst: 'is below a tenth of the default, or above a hundred times it',
} as const

const Fields = z.object({ ...limit, ...figures })

type CheckedFields = z.output<typeof Fields>

const expectFitting = (
  { limitClass, subject, ...policy }: CheckedFields,
  refuse: (path: keyof typeof faults, message: string) => void,
): void => {
  const fault = policyFault(limitClass, subject, policy)
  if (fault !== null) refuse(fault, faults[fault])
}

export const RateLimit = Fields.superRefine((value, ctx) =>
  expectFitting(value, (path, message) => ctx.addIssue({ code: 'custom', path: [path], message })),
).meta({ id: 'RateLimit' })

/** Holds for every tenant of the provider that has no limit of its own for the class and subject. */
export const RateLimitPolicy = z
  .object({ id: Uuid, ...limit, ...figures, createdAt: Instant })
  .meta({ id: 'RateLimitPolicy' })

export const RateLimitPolicies = z
  .object({
    policies: z.array(RateLimitPolicy),
    /** What holds where no policy is set. */
    defaults: z.array(Fields),
  })
  .meta({ id: 'RateLimitPolicies' })

export const TenantRateLimits = z
  .object({ tenantId: Uuid, limits: z.array(Fields) })
  .meta({ id: 'TenantRateLimits' })

const path = '/api/web/v1/serviceprovider/ratelimiting'
const catalogue = 'web.v1.serviceprovider.ratelimiting'
const { view, add, edit, remove } = callsOn('RATELIMITING', {
  noun: 'rate-limiting policy',
  tag: { name: 'Rate limiting', description: 'Limits of requests, by class and subject.' },
})
const shown = 'Nodes hear of a change within a second.'

export const listRateLimitPolicies = endpoint({
  ...view,
  path,
  answer: RateLimitPolicies,
  errors: [],
  catalogueId: `get:${catalogue}`,
  summary: 'List rate-limiting policies',
  description: 'The policies of this provider, and the defaults of the service.',
})

export const readRateLimitPolicy = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: RateLimitPolicy,
  errors: ['not_found'],
  catalogueId: `get:${catalogue}.id`,
  summary: 'Get a rate-limiting policy',
})

export const createRateLimitPolicy = endpoint({
  ...add,
  path,
  body: RateLimit,
  answer: RateLimitPolicy,
  sensitive: true,
  errors: ['rate_limit_policy_exists'],
  audit: 'RATE_LIMIT_POLICY_CREATED',
  location: `${path}/:id`,
  catalogueId: `post:${catalogue}`,
  summary: 'Create a rate-limiting policy',
  description: `Replaces the default of its class and subject for the tenants of this provider, and for the provider. ${shown}`,
})

export const updateRateLimitPolicy = endpoint({
  ...edit,
  path,
  body: z.object({ id: Uuid, ...figures }).meta({ id: 'RateLimitPolicyChange' }),
  answer: RateLimitPolicy,
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'RATE_LIMIT_POLICY_UPDATED',
  catalogueId: `put:${catalogue}`,
  summary: 'Change the figures of a rate-limiting policy',
  description: `Class and subject stay. ${shown}`,
})

export const deleteRateLimitPolicy = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'RATE_LIMIT_POLICY_DELETED',
  catalogueId: `delete:${catalogue}.id`,
  summary: 'Delete a rate-limiting policy',
  description: `The default holds again. ${shown}`,
})

export const refreshRateLimitPolicies = endpoint({
  ...edit,
  path: `${path}/refresh`,
  answer: RateLimitPolicies,
  ordinary: 'reloading',
  errors: [],
  audit: 'RATE_LIMIT_POLICIES_REFRESHED',
  versioned: false,
  catalogueId: `put:${catalogue}.refresh`,
  summary: 'Read the rate-limiting policies again',
  description:
    'The node that answers uses the stored policies from now on. Others do within a second.',
})

const ofTenant = {
  path: `${path}/tenants/:tenantid`,
  params: z.object({ tenantid: Uuid }),
} as const

export const readTenantRateLimits = endpoint({
  ...view,
  ...ofTenant,
  answer: TenantRateLimits,
  errors: ['not_found'],
  catalogueId: `get:${catalogue}.tenants.tenantid`,
  summary: 'Get the rate limits of a tenant',
  description: 'Empty where the policies of the provider hold.',
})

const mostLimits = policyClasses.length * limitSubjects.length

export const replaceTenantRateLimits = endpoint({
  ...edit,
  ...ofTenant,
  body: z
    .object({ limits: z.array(RateLimit).min(1).max(mostLimits, abort) })
    .refine(
      ({ limits }) =>
        new Set(limits.map((each) => `${each.limitClass} ${each.subject}`)).size === limits.length,
      { path: ['limits'], message: 'has a class and subject twice' },
    )
    .meta({ id: 'TenantRateLimitsChange' }),
  answer: TenantRateLimits,
  sensitive: true,
  errors: ['not_found'],
  audit: 'TENANT_RATE_LIMITS_UPDATED',
  versioned: false,
  catalogueId: `put:${catalogue}.tenants.tenantid`,
  summary: 'Replace the rate limits of a tenant',
  description: `They come before the policies of the provider. ${shown}`,
})

export const deleteTenantRateLimits = endpoint({
  ...remove,
  ...ofTenant,
  sensitive: true,
  errors: ['not_found'],
  audit: 'TENANT_RATE_LIMITS_DELETED',
  versioned: false,
  catalogueId: `delete:${catalogue}.tenants.tenantid`,
  summary: 'Delete the rate limits of a tenant',
  description: `The policies of the provider hold again. ${shown}`,
})

export const LimitedCaller = z
  .object({
    id: Uuid,
    ...limit,
    /**
     * The network of an address (IPv4 /24, IPv6 /48), or the ID of a user or application; null for a whole
     * tenant, and for callers that are not counted apart.
     */
    caller: z.string().nullable(),
    /** Requests above the limit. Of the class `guess`, answers from known devices are judged nevertheless. */
    count: z.int(),
    firstAt: Instant,
    lastAt: Instant,
  })
  .meta({ id: 'LimitedCaller' })

export const listLimitedCallers = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${ofTenant.path}/limitedcallers`,
  params: ofTenant.params,
  body: PageRequest,
  answer: pageOf(LimitedCaller),
  errors: ['not_found'],
  summary: 'A page of the callers of a tenant that met a request limit',
  description:
    'The latest first, at most a minute old, for 30 days. Callers that met no limit for a day are counted anew.',
})
