import type { DecisionEvaluation } from '@signet/contract/access/access-decisions'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { listsOf, rulesOf } from './deciding.ts'
import { groupsOfPerson, type StoredDecision } from './decisions.repository.ts'
import { isJudged, Judged } from './explaining.ts'
import { type Judgement, judge } from './judging.ts'

type Difference = z.input<typeof DecisionEvaluation>['differences'][number]
type JudgedRule = Judgement['rules'][number]
type What = Difference['what']

/** A difference where two values are not the same. */
const unless = (
  [what, recorded, again]: readonly [What, unknown, unknown],
  about: { readonly rule?: string; readonly factor?: string } = {},
): readonly Difference[] => {
  const [one, other] = [String(recorded ?? ''), String(again ?? '')]
  const { rule = null, factor = null } = about
  return one === other ? [] : [{ what, rule, factor, recorded: one, again: other }]
}

const ruleDifferences = (
  former: JudgedRule,
  now: JudgedRule | undefined,
): readonly Difference[] => {
  const rule = former.name
  if (now === undefined) return unless(['RULE', rule, null], { rule })
  const factors = former.factors.flatMap(({ type, failed, reason }, at) => {
    const other = now.factors[at]
    const verdict = (is: boolean | undefined, why: string | undefined) => `${is} ${why}`
    const pair = [verdict(failed, reason), verdict(other?.failed, other?.reason)] as const
    return unless(['FACTOR', ...pair], { rule, factor: type })
  })
  return [
    ...unless(['PERCENT', former.percent, now.percent], { rule }),
    ...unless(['LEVEL', former.level, now.level], { rule }),
    ...unless(['ACTION', former.action, now.action], { rule }),
    ...factors,
  ]
}

const differencesOf = (former: Judgement, now: Judgement): readonly Difference[] => [
  ...unless(['OUTCOME', former.outcome, now.outcome]),
  ...unless(['LEVEL', former.level, now.level]),
  ...unless(['RULE', former.rule, now.rule]),
  ...unless(['FLOW', former.flowId, now.flowId]),
  ...former.rules.flatMap((rule) =>
    ruleDifferences(
      rule,
      now.rules.find(({ id }) => id === rule.id),
    ),
  ),
]

const verdictOf = ({ outcome, level, rule }: Judgement) => ({ outcome, level, rule })

/** The same facts by the rules of today, and by the groups that the person is in today. */
const judgeToday = async (ctx: Context, row: StoredDecision, { resource, facts }: Judged) => {
  const rules = await rulesOf(ctx, resource)
  if (rules.length === 0) return null
  const groups = new Set(await groupsOfPerson(ctx, row.user_id))
  const own = rules.filter(
    ({ groupIds }) => groupIds.length === 0 || groupIds.some((id) => groups.has(id)),
  )
  return verdictOf(judge({ ...facts, lists: await listsOf(ctx, own) }, own))
}

/** Judges a decision again from its record, and tells what differs. */
export const evaluate = async (
  ctx: Context,
  row: StoredDecision,
): Promise<z.input<typeof DecisionEvaluation>> => {
  if (!isJudged(row)) {
    const same = { outcome: row.outcome, level: row.level, rule: null }
    return { equal: true, recorded: same, again: same, differences: [], today: null }
  }
  const recorded = Judged.parse(row.record)
  const again = judge(recorded.facts, recorded.own)
  const differences = [...differencesOf(recorded.judgement, again)]
  return {
    equal: differences.length === 0,
    recorded: verdictOf(recorded.judgement),
    again: verdictOf(again),
    differences,
    today: await judgeToday(ctx, row, recorded),
  }
}
