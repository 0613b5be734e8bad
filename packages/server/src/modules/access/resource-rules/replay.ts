import type { RiskFacts } from '@signet/rules/risk/factors'
import type { RiskAction } from '@signet/rules/risk/score'
import { z } from 'zod'
import { judge } from './judging.ts'
import type { Plan, Plans } from './replay-plans.ts'

/** What is kept of a decision, without what is taken from the plans. */
interface Recorded {
  readonly facts: Omit<RiskFacts, 'lists'>
  readonly resource: string
}

/** A decision with the groups that its person is in. */
export interface Former {
  /** JSON as the database holds it. */
  readonly record: string
  readonly groups: readonly string[]
}

interface Known extends Recorded {
  readonly groups: readonly string[]
}

const RecordedForm = z.object({
  facts: z.custom<Recorded['facts']>((facts) => typeof facts === 'object' && facts !== null),
  resource: z.string(),
})

const isAbout = (groups: readonly string[], { groupIds }: Plan['rules'][number]): boolean =>
  groupIds.length === 0 || groupIds.some((id) => groups.includes(id))

/** How a sign-in comes out; where no rule stands it is as the flow says. */
const outcomeOf = (
  { facts, resource, groups }: Known,
  { rules, lists, measures }: Plan,
): RiskAction => {
  const standing = rules.filter(({ enabled, resourceId }) => enabled && resourceId === resource)
  if (standing.length === 0) return 'ALLOW'
  const own = standing.filter((rule) => isAbout(groups, rule))
  return judge({ ...facts, ...measures, lists }, own).outcome
}

export interface Outcomes {
  readonly before: RiskAction
  readonly after: RiskAction
}

/** Judges one decision by what holds and by what would hold. */
export const replay = ({ record, groups }: Former, { before, after }: Plans): Outcomes => {
  const known: Known = { ...RecordedForm.parse(JSON.parse(record)), groups }
  return { before: outcomeOf(known, before), after: outcomeOf(known, after) }
}
