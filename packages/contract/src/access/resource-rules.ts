import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import { isAtLeastField } from '@signet/rules/numbers'
import { isCountry, type RiskFactor, weekdays } from '@signet/rules/risk/factors'
import { riskActions } from '@signet/rules/risk/score'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { lockouts } from '../kit/lockouts.ts'
import { IdParams, Instant, Line, NameQuery, Uuid } from '../kit/schemas.ts'

export const mostResourceRules = 100

/** What everybody signs in to: the portal, and administrators the administration. */
export const resourceIds = ['USER_PORTAL', 'ADMIN_PORTAL'] as const

/** What a rule is about: every sign-in of people or of administrators, or one application by its id. */
export const ResourceId = z.union([z.enum(resourceIds), Uuid]).meta({ id: 'ResourceId' })

const points = z.int().min(1).max(100)
const Time = z
  .string()
  .max(5, abort)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_invalid')
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
      timeZone: z.string().max(100, abort).refine(isTimeZone, 'time_zone_invalid'),
      days: z.array(z.enum(weekdays)).min(1).max(7, abort),
      from: Time,
      to: Time,
    }),
    bare('IP').extend({
      mode: Mode,
      addresses: z
        .array(z.string().trim().max(64, abort).refine(isIpOrCidr, 'ip_invalid'))
        .max(100, abort),
      listIds: z.array(Uuid).max(20, abort),
    }),
    bare('GEOLOCATION').extend({
      mode: Mode,
      countries: z
        .array(z.string().max(2, abort).refine(isCountry, 'country_invalid'))
        .min(1)
        .max(250, abort),
    }),
    bare('TRAVEL_VELOCITY'),
    bare('LOCATION_HISTORY'),
    bare('KNOWN_DEVICE'),
    bare('DEVICE_VERIFICATION'),
    bare('RISK_ENGINE').extend({ engineId: Uuid, failsFrom: z.enum(['MEDIUM', 'HIGH']) }),
  ])
  .meta({ id: 'RiskFactor' })

export const ResourceRuleDefinition = z.object({
  description: z.string().trim().max(500, abort).default(''),
  resourceId: ResourceId,
  enabled: z.boolean().default(true),
  /** Whose sign-ins: members of any of these groups; empty: everybody’s. */
  groupIds: z.array(Uuid).max(100, abort).default([]),
  /** Its denial holds whatever other rules say. */
  strict: z.boolean().default(false),
  factors: z.array(RiskFactorSchema).max(20, abort).default([]),
  /** Per cent of the points: from here on the risk is medium. */
  mediumFrom: z.int().min(1).max(100).default(30),
  /** And from here on high. */
  highFrom: z.int().min(1).max(100).default(70),
  lowRisk: z.enum(riskActions).default('ALLOW'),
  mediumRisk: z.enum(riskActions).default('STEP_UP'),
  highRisk: z.enum(riskActions).default('DENY'),
  /** The flow that a sign-in of this risk goes on by; null: as the default flow says. */
  lowFlowId: Uuid.nullable().default(null),
  mediumFlowId: Uuid.nullable().default(null),
  highFlowId: Uuid.nullable().default(null),
})

const levels = ['low', 'medium', 'high'] as const

/** Whoever is denied goes on by no flow. */
const flowFaults = (rule: z.output<typeof ResourceRuleDefinition>): readonly string[] =>
  levels.flatMap((level) =>
    rule[`${level}Risk`] === 'DENY' && rule[`${level}FlowId`] !== null ? [`${level}FlowId`] : [],
  )

const inOrder = ({ mediumFrom, highFrom }: { mediumFrom: number; highFrom: number }): boolean =>
  isAtLeastField(highFrom, mediumFrom)

/** Who gets in, from where and at what risk. */
export const ResourceRule = z
  .object({ id: Uuid, name: z.string(), ...ResourceRuleDefinition.shape, updatedAt: Instant })
  .meta({ id: 'ResourceRule' })

export const ResourceRuleChange = ResourceRuleDefinition.extend({ name: Line(100) })
  .strict()
  .refine(inOrder, { path: ['highFrom'], message: 'below_medium' })
  .superRefine((rule, context) => {
    for (const path of flowFaults(rule)) {
      context.addIssue({ code: 'custom', path: [path], message: 'denial_without_flow' })
    }
  })
  .meta({ id: 'ResourceRuleChange' })

const path = '/api/web/v2/resourcerules'
const { view, add, edit, remove } = callsOn('CONTEXTRULES')

export const listResourceRules = endpoint({
  ...view,
  path,
  query: NameQuery,
  answer: z.array(ResourceRule),
  errors: [],
  summary: 'Resource rules, by name',
  description: `At most ${mostResourceRules}. Rules of USER_PORTAL and ADMIN_PORTAL judge every sign-in once its first factor is proven; rules of an application judge each time somebody opens it, also within a session that is open, and can only ask for more. The failed points of all points make the risk, and the risk the action: ALLOW goes on as the flow says, STEP_UP always asks for a second factor that the person has already, DENY refuses. Of the rules about a person the most particular decide: rules of their groups before rules for everybody, among those rules with factors before rules without. Among these one that lets in is enough; a strict rule denies whatever others say. Where a resource has rules and none of them is about the person, nobody gets in; where it has none, the flow alone decides.`,
})

export const listResourceRulesOf = endpoint({
  ...view,
  path: `${path}/resource/:id`,
  params: z.object({ id: ResourceId }),
  answer: z.array(ResourceRule),
  errors: ['not_found'],
  summary: 'The resource rules of one resource',
})

export const listRuleResources = endpoint({
  ...view,
  path: `${path}/resources`,
  answer: z.array(
    z
      .object({
        id: ResourceId,
        /** The application’s; null for the administration, and for a portal without a name of its own. */
        name: z.string().nullable(),
        /** USER_PORTAL, ADMIN_PORTAL, or the application’s type. */
        type: z.string(),
      })
      .meta({ id: 'RuleResource' }),
  ),
  errors: [],
  summary:
    'What a resource rule may be about: the portal, the administration, and each application',
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
  ...add,
  path,
  body: ResourceRuleChange,
  answer: ResourceRule,
  sensitive: true,
  errors: [...lockouts, 'access_denied', 'name_exists'],
  audit: 'RESOURCE_RULE_CREATED',
  summary: 'Add a resource rule',
  description: 'Rules are for administrators of all groups.',
})

export const updateResourceRule = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: ResourceRuleChange,
  answer: ResourceRule,
  sensitive: true,
  errors: [...lockouts, 'access_denied', 'name_exists', 'not_found', 'precondition_failed'],
  audit: 'RESOURCE_RULE_UPDATED',
  summary: 'Change a resource rule',
})

export const deleteResourceRule = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: [...lockouts, 'access_denied', 'not_found', 'precondition_failed'],
  audit: 'RESOURCE_RULE_DELETED',
  summary: 'Delete a resource rule',
})
