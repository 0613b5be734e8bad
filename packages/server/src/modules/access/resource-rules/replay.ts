import { resourceIds } from '@signet/contract/access/resource-rules'
import { oneOf } from '@signet/rules/membership'
import type { RiskFacts } from '@signet/rules/risk/factors'
import { outcomeByFlow } from '@signet/rules/risk/flow-effects'
import type { RiskAction, RiskLevel } from '@signet/rules/risk/score'
import { z } from 'zod'
import { type Judgement, judge } from './judging.ts'
import type { Plan, Plans } from './replay-plans.ts'

type Verdict = Pick<Judgement, 'outcome' | 'flowId'>

/** What is kept of a decision. */
interface Recorded {
  /** Lists are taken from the plans. */
  readonly facts: RiskFacts
  readonly resource: string
  /** What was proven; unknown of decisions from before it was kept. */
  readonly proven?: readonly string[] | undefined
}

/** What somebody who signed in holds now. */
interface Holder {
  readonly administrator: boolean
  readonly held: readonly string[]
}

/** A decision with the groups that its person is in. */
export interface Former {
  /** JSON as the database holds it. */
  readonly record: string
  readonly groups: readonly string[]
  /** Null where nothing hangs on it, or the person is gone. */
  readonly holder: Holder | null
}

interface Known extends Recorded, Pick<Former, 'groups' | 'holder'> {}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const RecordedForm = z.object({
  facts: z.custom<Recorded['facts']>(isObject).optional(),
  resource: z.string(),
  proven: z
    .array(z.string())
    .nullish()
    .transform((proven) => proven ?? undefined),
})

const isAbout = (groups: readonly string[], { groupIds }: Plan['rules'][number]): boolean =>
  groupIds.length === 0 || groupIds.some((id) => groups.includes(id))

/** The engines that these rules ask and that said nothing then: they were not asked. */
const unaskedOf = (
  rules: readonly Plan['rules'][number][],
  engines: RiskFacts['engines'] = {},
): readonly string[] =>
  rules.flatMap(({ factors }) =>
    factors.flatMap((factor) =>
      factor.type === 'RISK_ENGINE' && !Object.hasOwn(engines, factor.engineId)
        ? [factor.engineId]
        : [],
    ),
  )

const answering = (engineIds: readonly string[], level: RiskLevel): RiskFacts['engines'] =>
  Object.fromEntries(
    engineIds.map((id) => [id, { name: '', level, failure: null, riskFactors: [] }]),
  )

/**
 * How a sign-in comes out; where no rule stands it is as the flow says. Null where that hangs on
 * what an engine would have said that was not asked then.
 */
const judgedBy = (
  { facts, resource, groups }: Known,
  { rules, lists, measures }: Plan,
): Verdict | null => {
  const standing = rules.filter(({ enabled, resourceId }) => enabled && resourceId === resource)
  if (standing.length === 0) return { outcome: 'ALLOW', flowId: null }
  const own = standing.filter((rule) => isAbout(groups, rule))
  const unasked = unaskedOf(own, facts.engines)
  const judged = (level: RiskLevel) => {
    const engines = { ...answering(unasked, level), ...facts.engines }
    return judge({ ...facts, ...measures, lists, engines }, own)
  }
  const calm = judged('LOW')
  return unasked.length === 0 || judged('HIGH').outcome === calm.outcome ? calm : null
}

const isPortal = oneOf(resourceIds)

/** The flow that a sign-in goes on by; applications are opened by none that their rules do not name. */
const flowOf = ({ resource }: Known, { flows }: Plan, { flowId }: Verdict) => {
  if (flowId !== null) return flows.find(({ id }) => id === flowId)
  return isPortal(resource) ? flows.find(({ isDefault }) => isDefault) : undefined
}

const outcomeOf = (known: Known, plan: Plan, walksFlows: boolean): RiskAction | null => {
  const judged = judgedBy(known, plan)
  const flow = judged === null || !walksFlows ? undefined : flowOf(known, plan, judged)
  if (judged === null || flow === undefined) return judged?.outcome ?? null
  const { holder, proven, facts } = known
  if (holder === null || proven === undefined) return null
  const { deviceKnown, deviceVerified } = facts
  return outcomeByFlow(flow, { ...holder, proven, deviceKnown, deviceVerified }, judged.outcome)
}

export interface Outcomes {
  readonly before: RiskAction | null
  readonly after: RiskAction | null
}

/** Judges one decision by what holds and by what would hold; null where no rules stood then. */
export const replay = (
  { record, groups, holder }: Former,
  { before, after, walksFlows }: Plans,
): Outcomes | null => {
  const { facts, ...recorded } = RecordedForm.parse(JSON.parse(record))
  if (facts === undefined) return null
  const known: Known = { ...recorded, facts, groups, holder }
  return {
    before: outcomeOf(known, before, walksFlows),
    after: outcomeOf(known, after, walksFlows),
  }
}
