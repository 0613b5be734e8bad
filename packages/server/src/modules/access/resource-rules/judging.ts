import type { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { judgeFactor, type RiskFacts } from '@signet/rules/risk/factors'
import { decidingRule, type RiskAction, type RiskLevel, scoreOf } from '@signet/rules/risk/score'
import type { z } from 'zod'
import { isOneOf, type Network, networkOf } from '../../../platform/config/networks.ts'

export type Rule = z.output<typeof ResourceRuleDefinition> & {
  readonly id: string
  readonly name: string
}

/** Lists of addresses are read once, not at every sign-in that is judged by them. */
const networks = new WeakMap<readonly string[], readonly Network[]>()

const networksOf = (ranges: readonly string[]): readonly Network[] => {
  const known = networks.get(ranges)
  if (known !== undefined) return known
  const read = ranges.map(networkOf).filter((network) => network !== null)
  networks.set(ranges, read)
  return read
}

const isInside = (address: string, ranges: readonly string[]): boolean =>
  isOneOf(address, networksOf(ranges))

const actionOf = ({ lowRisk, mediumRisk, highRisk }: Rule, level: RiskLevel): RiskAction =>
  ({ LOW: lowRisk, MEDIUM: mediumRisk, HIGH: highRisk })[level]

const flowOf = ({ lowFlowId, mediumFlowId, highFlowId }: Rule, level: RiskLevel): string | null =>
  ({ LOW: lowFlowId, MEDIUM: mediumFlowId, HIGH: highFlowId })[level]

const judgeRule = (facts: RiskFacts, rule: Rule) => {
  const factors = rule.factors.map((factor) => judgeFactor(facts, factor, isInside))
  const { percent, level } = scoreOf(factors, rule)
  const { id, name, strict } = rule
  const action = actionOf(rule, level)
  return { id, name, strict, percent, level, action, flowId: flowOf(rule, level), factors }
}

type JudgedRule = ReturnType<typeof judgeRule>

export interface Judgement {
  readonly outcome: RiskAction
  readonly level: RiskLevel
  /** The name of the rule that decided; null where none is about the person. */
  readonly rule: string | null
  /** The flow that it chose for this level; null: the default one. */
  readonly flowId: string | null
  readonly rules: readonly JudgedRule[]
}

type Admission = Pick<Judgement, 'outcome' | 'level' | 'flowId'>

/** Rules of one's groups come before rules for everybody, rules with factors before rules without. */
const particularity = ({ groupIds, factors }: Rule): number =>
  groupIds.length > 0 ? 2 : factors.length > 0 ? 1 : 0

/** Those who have a say: the most particular, and whoever denies strictly. */
const voicesOf = (rules: readonly Rule[], judged: readonly JudgedRule[]): readonly JudgedRule[] => {
  const ranks = rules.map(particularity)
  const most = Math.max(...ranks)
  return judged.filter(
    ({ strict, action }, index) => ranks[index] === most || (strict && action === 'DENY'),
  )
}

const everyLevel = ['LOW', 'MEDIUM', 'HIGH'] as const

/**
 * Everything that these rules could say to let a user go on, whatever the risk: what an attacker's
 * risk will be is not relied on. Null where there are no rules; rules with nothing to say refuse.
 */
export const admissionsOf = (
  rules: readonly Rule[],
  groups: readonly string[],
): readonly Admission[] | null => {
  if (rules.length === 0) return null
  const own = rules.filter(
    ({ groupIds }) => groupIds.length === 0 || groupIds.some((id) => groups.includes(id)),
  )
  const most = Math.max(...own.map(particularity))
  return own
    .filter((rule) => particularity(rule) === most)
    .flatMap((rule) => {
      const levels = rule.factors.length === 0 ? (['LOW'] as const) : everyLevel
      return levels.map((level) => ({
        outcome: actionOf(rule, level),
        level,
        flowId: flowOf(rule, level),
      }))
    })
    .filter(({ outcome }) => outcome !== 'DENY')
}

const nobody: Judgement = { outcome: 'DENY', level: 'HIGH', rule: null, flowId: null, rules: [] }

/** What comes of rules and facts, of nothing else: again and again the same. */
export const judge = (facts: RiskFacts, rules: readonly Rule[]): Judgement => {
  const judged = rules.map((rule) => judgeRule(facts, rule))
  const voices = voicesOf(rules, judged)
  const deciding = voices[decidingRule(voices) ?? -1]
  if (deciding === undefined) return nobody
  const { action: outcome, level, name: rule, flowId } = deciding
  return { outcome, level, rule, flowId, rules: judged }
}
