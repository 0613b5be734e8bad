import { factorReasons } from '@signet/rules/risk/factors'
import { refusals } from '@signet/rules/risk/refusals'
import { riskActions, riskLevels } from '@signet/rules/risk/score'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { ResourceId, RiskFactorSchema } from './resource-rules.ts'
import { RiskEngineAnswer } from './risk-engines.ts'

const Outcome = z.enum(riskActions)
const Level = z.enum(riskLevels)

const judged = {
  /** Of a sign-in the `transaction` of its audit events, of an application the `decision`. */
  id: Uuid,
  decidedAt: Instant,
  userId: Uuid,
  userName: z.string(),
  /** What was to be opened. */
  resourceId: ResourceId,
  outcome: Outcome,
  level: Level,
  /** The rule that decided; null where none is about the person. */
  rule: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
} as const

/** One decision of a list. */
export const AccessDecisionSummary = z.object(judged).meta({ id: 'AccessDecisionSummary' })

/** What the factors of rules had to judge by. */
export const DecisionFacts = z
  .object({
    at: Instant,
    city: z.string().nullable(),
    /** Places known of the person, and sign-ins from there. */
    knownPlaces: z.int(),
    knownSignIns: z.int(),
    /** The newest of them. */
    lastPlace: z
      .object({
        country: z.string(),
        city: z.string().nullable(),
        lastSeen: Instant,
        /** From there to here; null where nobody knows where this is. */
        distanceKm: z.int().nullable(),
      })
      .nullable(),
    expectedPlaces: z.int(),
    deviceKnown: z.boolean(),
    deviceVerified: z.boolean(),
    skipLocationHistory: z.boolean(),
    skipTravelVelocity: z.boolean(),
    maximumSpeedKmPerHour: z.number(),
    samePlaceKm: z.number(),
    historySignIns: z.int(),
  })
  .meta({ id: 'DecisionFacts' })

const JudgedFactor = z.object({
  type: z.string(),
  points: z.int(),
  failed: z.boolean(),
  reason: z.enum(factorReasons),
  /** What the rule asked then. */
  asked: RiskFactorSchema.nullable(),
})

const JudgedRule = z.object({
  id: Uuid,
  name: z.string(),
  percent: z.int(),
  mediumFrom: z.int(),
  highFrom: z.int(),
  level: Level,
  action: Outcome,
  strict: z.boolean(),
  factors: z.array(JudgedFactor),
})

/** How one sign-in was judged. */
export const AccessDecision = z
  .object({
    ...judged,
    /** The application that somebody signed in for; null for the portal or the administration. */
    application: z.string().nullable(),
    /** Why nobody got in who was let in by rules, or by none; null where nothing else stood against it. */
    refusal: z.enum(refusals).nullable(),
    /** Those about the person. */
    rules: z.array(JudgedRule),
    /** What they were judged by; null where no rule had anything to say. */
    facts: DecisionFacts.nullable(),
    /** The flow that it went on by; null where that is not known. */
    flow: z.string().nullable(),
    /** What was proven by then, in its order. */
    proven: z.array(z.string()),
    /** Authentication context classes that the application asked for, preferred first. */
    askedAcrs: z.array(z.string()),
    /** What it was told; null where nothing was. */
    reachedAcr: z.string().nullable(),
    /** What engines said that a rule about the person names. */
    engines: z.array(RiskEngineAnswer),
    /** The same comes of what was recorded when it is judged again now. */
    reproduced: z.boolean(),
  })
  .meta({ id: 'AccessDecision' })

const Verdict = z.object({ outcome: Outcome, level: Level, rule: z.string().nullable() })

/** A decision judged again. */
export const DecisionEvaluation = z
  .object({
    /** Nothing differs. */
    equal: z.boolean(),
    recorded: Verdict,
    /** What comes of the facts and the rules of the record now. */
    again: Verdict,
    differences: z.array(
      z.object({
        what: z.enum(['OUTCOME', 'LEVEL', 'RULE', 'FLOW', 'PERCENT', 'ACTION', 'FACTOR']),
        /** The name of the rule it is about; null for the decision as a whole. */
        rule: z.string().nullable(),
        /** The factor’s type; null where it is about none. */
        factor: z.string().nullable(),
        recorded: z.string(),
        again: z.string(),
      }),
    ),
    /** What would come of the same facts by the rules of today; null where none is about the resource. */
    today: Verdict.nullable(),
  })
  .meta({ id: 'DecisionEvaluation' })

const path = '/api/web/v1/accessdecisions'
const { view } = callsOn('USERS')

export const listDecisions = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v1/accessdecisionspaged',
  body: PageRequest.extend({
    id: Uuid.optional(),
    userId: Uuid.optional(),
    resourceId: ResourceId.optional(),
    outcome: Outcome.optional(),
    level: Level.optional(),
    from: GivenInstant.optional(),
    until: GivenInstant.optional(),
  })
    .strict()
    .meta({ id: 'AccessDecisionPageRequest' }),
  answer: pageOf(AccessDecisionSummary),
  errors: [],
  limit: 'search',
  summary: 'How sign-ins were judged, the newest first',
  description:
    'Of the last 90 days; administrators of some groups see those of the people in them. Totals above 10,000 are estimates.',
})

export const readDecision = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: AccessDecision,
  errors: ['not_found'],
  summary: 'One decision, with every factor and why it came out so',
})

export const evaluateDecision = endpoint({
  ...view,
  path: `${path}/:id/evaluation`,
  params: IdParams,
  answer: DecisionEvaluation,
  errors: ['not_found'],
  limit: 'search',
  summary: 'Judge a decision again from its record alone, and tell what differs',
  description:
    'Nothing is asked of anybody and nothing is written: the recorded rules are held against the recorded facts. `today` holds the same facts against the rules of today.',
})

export const listAccessDecisions = endpoint({
  ...view,
  path: '/api/web/v1/users/:userid/accessdecisions',
  params: z.object({ userid: Uuid }),
  answer: z.array(AccessDecision),
  errors: ['user_not_found'],
  summary: 'How a user’s sign-ins were judged by resource rules, newest first',
  description: 'The newest 50 of the last 90 days, each with every factor and why it came out so.',
})
