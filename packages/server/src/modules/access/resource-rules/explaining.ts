import { isDeepStrictEqual } from 'node:util'
import type { DecisionFacts } from '@signet/contract/access/access-decisions'
import { ResourceId, ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { distanceKm } from '@signet/rules/distances'
import { refusals } from '@signet/rules/risk/refusals'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { listDecisionsOf, type StoredDecision } from './decisions.repository.ts'
import { judge } from './judging.ts'

const Recorded = z.object({
  resource: ResourceId.default('USER_PORTAL'),
  flow: z.string().nullable().default(null),
  classes: z
    .object({ asked: z.array(z.string()), reached: z.string().nullable() })
    .default({ asked: [], reached: null }),
  application: z.string().nullable().default(null),
  proven: z.array(z.string()).default([]),
  refusal: z.enum(refusals).nullable().default(null),
})

type Facts = Parameters<typeof judge>[0]

/** By rules, with all that they were judged from. */
export const Judged = Recorded.extend({
  facts: z.custom<Facts>((facts) => typeof facts === 'object'),
  own: z.array(ResourceRuleDefinition.extend({ id: z.uuid(), name: z.string() })),
  judgement: z.custom<ReturnType<typeof judge>>((told) => typeof told === 'object'),
})
export type Judged = z.output<typeof Judged>

/** By what an application asked for alone, or by what stands against somebody. */
const Unruled = Recorded.extend({
  address: z.string().nullable(),
  country: z.string().nullable(),
})

export const isJudged = ({ record }: StoredDecision): boolean => 'facts' in record

const lastPlaceOf = ({ history: [last], place }: Facts) =>
  last === undefined
    ? null
    : {
        country: last.country,
        city: last.city,
        lastSeen: new Date(last.lastSeen),
        distanceKm: place === null ? null : Math.round(distanceKm(last, place)),
      }

const factsOf = (facts: Facts): z.input<typeof DecisionFacts> => ({
  at: new Date(facts.now),
  city: facts.place?.city ?? null,
  knownPlaces: facts.history.length,
  knownSignIns: facts.history.reduce((sum, { signIns }) => sum + signIns, 0),
  lastPlace: lastPlaceOf(facts),
  expectedPlaces: facts.expected.length,
  deviceKnown: facts.deviceKnown,
  deviceVerified: facts.deviceVerified,
  skipLocationHistory: facts.skipLocationHistory,
  skipTravelVelocity: facts.skipTravelVelocity,
  maximumSpeedKmPerHour: facts.maximumSpeedKmPerHour,
  samePlaceKm: facts.samePlaceKm,
  historySignIns: facts.historySignIns,
})

const byRules = ({ facts, own, judgement }: Judged) => ({
  rule: judgement.rule,
  rules: judgement.rules.map(({ flowId: _flowId, factors, ...rule }) => {
    const asked = own.find(({ id }) => id === rule.id)
    const { mediumFrom = 0, highFrom = 0 } = asked ?? {}
    return {
      ...rule,
      mediumFrom,
      highFrom,
      factors: factors.map((factor, at) => ({ ...factor, asked: asked?.factors[at] ?? null })),
    }
  }),
  facts: factsOf(facts),
  address: facts.address,
  country: facts.place?.country ?? null,
  engines: Object.values(facts.engines ?? {}).map(({ riskFactors, ...answer }) => ({
    ...answer,
    riskFactors: [...riskFactors],
  })),
  reproduced: isDeepStrictEqual(judge(facts, own), judgement),
})

const withoutRules = ({ address, country }: z.output<typeof Unruled>) => ({
  rule: null,
  rules: [],
  facts: null,
  address,
  country,
  engines: [],
  reproduced: true,
})

/** What was decided, and whether the record leads to it again. */
export const present = (row: StoredDecision) => {
  const { resource, classes, ...recorded } = Recorded.parse(row.record)
  const told = isJudged(row)
    ? byRules(Judged.parse(row.record))
    : withoutRules(Unruled.parse(row.record))
  return {
    id: row.id,
    decidedAt: row.decided_at,
    userId: row.user_id,
    userName: row.user_name,
    resourceId: resource,
    outcome: row.outcome,
    level: row.level,
    ...recorded,
    askedAcrs: classes.asked,
    reachedAcr: classes.reached,
    ...told,
  }
}

/** @throws user_not_found */
export const explain = async (ctx: Context, userId: string) => {
  const owner = await readOwner(ctx, userId)
  return (await listDecisionsOf(ctx, owner.id)).map(present)
}
