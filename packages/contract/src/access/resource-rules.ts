import { isIpOrCidr } from '@signet/rules/network'
import { isCountry, type RiskFactor, weekdays } from '@signet/rules/risk/factors'
import { riskActions, riskLevels } from '@signet/rules/risk/score'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'
import { RiskEngineAnswer } from './risk-engines.ts'

export const mostResourceRules = 100

/** What people sign in to: the portal, and for administrators the administration. */
export const resourceIds = ['USER_PORTAL', 'ADMIN_PORTAL'] as const

const points = z.int().min(1).max(100)
const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_invalid')
const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const Mode = z.enum(['ALLOWED', 'DENIED'])
const bare = <T extends RiskFactor['type']>(type: T) =>
  z.object({ type: z.literal(type), points }).strict()

/** A question about a sign-in; failing it counts its points. */
export const RiskFactorSchema = z
  .discriminatedUnion('type', [
    bare('DATE_TIME').extend({
      timeZone: z.string().max(100).refine(isTimeZone, 'time_zone_invalid'),
      days: z.array(z.enum(weekdays)).min(1).max(7),
      from: Time,
      to: Time,
    }),
    bare('IP').extend({
      mode: Mode,
      addresses: z.array(z.string().trim().refine(isIpOrCidr, 'ip_invalid')).max(100),
      listIds: z.array(Uuid).max(20),
    }),
    bare('GEOLOCATION').extend({
      mode: Mode,
      countries: z.array(z.string().refine(isCountry, 'country_invalid')).min(1).max(250),
    }),
    bare('TRAVEL_VELOCITY'),
    bare('LOCATION_HISTORY'),
    bare('KNOWN_DEVICE'),
    bare('DEVICE_VERIFICATION'),
    bare('RISK_ENGINE').extend({ engineId: Uuid, failsFrom: z.enum(['MEDIUM', 'HIGH']) }),
  ])
  .meta({ id: 'RiskFactor' })

export const ResourceRuleDefinition = z.object({
  description: z.string().trim().max(500).default(''),
  resourceId: z.enum(resourceIds),
  enabled: z.boolean().default(true),
  /** Whose sign-ins: members of any of these groups; empty: everybody’s. */
  groupIds: z.array(Uuid).max(100).default([]),
  /** Its denial holds whatever other rules say. */
  strict: z.boolean().default(false),
  factors: z.array(RiskFactorSchema).max(20).default([]),
  /** Per cent of the points: from here on the risk is medium. */
  mediumFrom: z.int().min(1).max(100).default(30),
  /** And from here on high. */
  highFrom: z.int().min(1).max(100).default(70),
  lowRisk: z.enum(riskActions).default('ALLOW'),
  mediumRisk: z.enum(riskActions).default('STEP_UP'),
  highRisk: z.enum(riskActions).default('DENY'),
})

const inOrder = ({ mediumFrom, highFrom }: { mediumFrom: number; highFrom: number }): boolean =>
  mediumFrom <= highFrom

/** Who gets in, from where and at what risk. */
export const ResourceRule = z
  .object({ id: Uuid, name: z.string(), ...ResourceRuleDefinition.shape, updatedAt: Instant })
  .meta({ id: 'ResourceRule' })

export const ResourceRuleChange = ResourceRuleDefinition.extend({ name: Line(100) })
  .strict()
  .refine(inOrder, { path: ['highFrom'], message: 'below_medium' })
  .meta({ id: 'ResourceRuleChange' })

const path = '/api/web/v2/resourcerules'
const view = {
  actor: 'admin',
  needs: ['CONTEXTRULES', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
} as const
const change = { actor: 'admin', limit: 'change' } as const

export const listResourceRules = endpoint({
  ...view,
  path,
  answer: z.array(ResourceRule),
  errors: [],
  summary: 'Resource rules, by name',
  description: `At most ${mostResourceRules}. Once the first factor is proven, every enabled rule of the resource that is about the person is judged. The failed points of all its points make the risk, and the risk the action: ALLOW goes on as the flow says, STEP_UP always asks for a second factor that the person has already, DENY ends the sign-in. One rule that lets in is enough, also that which the tenant began with, unless a strict one denies. Where there are rules and none of them is about the person, nobody gets in; where there is none, the flow alone decides.`,
})

export const listResourceRulesOf = endpoint({
  ...view,
  path: `${path}/resource/:id`,
  params: z.object({ id: z.enum(resourceIds) }),
  answer: z.array(ResourceRule),
  errors: [],
  summary: 'The resource rules of one resource',
})

export const readResourceRule = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: ResourceRule,
  errors: ['not_found'],
  summary: 'One resource rule',
})

export const createResourceRule = endpoint({
  ...change,
  needs: ['CONTEXTRULES', 'ADD'],
  method: 'POST',
  path,
  body: ResourceRuleChange,
  answer: ResourceRule,
  errors: ['access_denied', 'name_exists'],
  audit: 'RESOURCE_RULE_CREATED',
  summary: 'Add a resource rule',
  description: 'Rules are for administrators of all groups.',
})

export const updateResourceRule = endpoint({
  ...change,
  needs: ['CONTEXTRULES', 'EDIT'],
  method: 'PUT',
  path: `${path}/:id`,
  params: IdParams,
  body: ResourceRuleChange,
  answer: ResourceRule,
  errors: ['access_denied', 'name_exists', 'not_found', 'precondition_failed'],
  audit: 'RESOURCE_RULE_UPDATED',
  summary: 'Change a resource rule',
})

export const deleteResourceRule = endpoint({
  ...change,
  needs: ['CONTEXTRULES', 'REMOVE'],
  method: 'DELETE',
  path: `${path}/:id`,
  params: IdParams,
  answer: noContent,
  errors: ['access_denied', 'not_found', 'precondition_failed'],
  audit: 'RESOURCE_RULE_DELETED',
  summary: 'Delete a resource rule',
})

/** How one sign-in was judged. */
export const AccessDecision = z
  .object({
    /** Of the sign-in: the `transaction` of its audit events. */
    id: Uuid,
    decidedAt: Instant,
    outcome: z.enum(riskActions),
    level: z.enum(riskLevels),
    /** The rule that decided; null where none is about the person. */
    rule: z.string().nullable(),
    rules: z.array(
      z.object({
        id: Uuid,
        name: z.string(),
        percent: z.int(),
        level: z.enum(riskLevels),
        action: z.enum(riskActions),
        factors: z.array(
          z.object({
            type: z.string(),
            points: z.int(),
            failed: z.boolean(),
            reason: z.string(),
          }),
        ),
      }),
    ),
    address: z.string().nullable(),
    country: z.string().nullable(),
    /** What engines said that a rule about the person names. */
    engines: z.array(RiskEngineAnswer),
    /** The same comes of what was recorded when it is judged again now. */
    reproduced: z.boolean(),
  })
  .meta({ id: 'AccessDecision' })

export const listAccessDecisions = endpoint({
  method: 'GET',
  path: '/api/web/v1/users/:userid/accessdecisions',
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  params: z.object({ userid: Uuid }),
  answer: z.array(AccessDecision),
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'How a user’s sign-ins were judged by resource rules, newest first',
  description: 'The newest 50 of the last 90 days, each with every factor and why it came out so.',
})
