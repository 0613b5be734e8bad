import type { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { judgeFactor, type RiskFacts } from '@signet/rules/risk/factors'
import { decidingRule, type RiskAction, type RiskLevel, scoreOf } from '@signet/rules/risk/score'
import type { z } from 'zod'
import { isOneOf, networkOf } from '../../../platform/config/networks.ts'

export type Rule = z.output<typeof ResourceRuleDefinition> & {
  readonly id: string
  readonly name: string
}

const isInside = (address: string, ranges: readonly string[]): boolean =>
  isOneOf(
    address,
    ranges.map(networkOf).filter((network) => network !== null),
  )

const actionOf = ({ lowRisk, mediumRisk, highRisk }: Rule, level: RiskLevel): RiskAction =>
  ({ LOW: lowRisk, MEDIUM: mediumRisk, HIGH: highRisk })[level]

const judgeRule = (facts: RiskFacts, rule: Rule) => {
  const factors = rule.factors.map((factor) => judgeFactor(facts, factor, isInside))
  const { percent, level } = scoreOf(factors, rule)
  const { id, name, strict } = rule
  return { id, name, strict, percent, level, action: actionOf(rule, level), factors }
}

export interface Judgement {
  readonly outcome: RiskAction
  readonly level: RiskLevel
  /** The name of the rule that decided; null where none is about the person. */
  readonly rule: string | null
  readonly rules: readonly ReturnType<typeof judgeRule>[]
}

/** What comes of rules and facts, of nothing else: again and again the same. */
export const judge = (facts: RiskFacts, rules: readonly Rule[]): Judgement => {
  const judged = rules.map((rule) => judgeRule(facts, rule))
  const deciding = judged[decidingRule(judged) ?? -1]
  if (deciding === undefined) return { outcome: 'DENY', level: 'HIGH', rule: null, rules: [] }
  return { outcome: deciding.action, level: deciding.level, rule: deciding.name, rules: judged }
}
