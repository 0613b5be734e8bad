import type { FactorType } from '@signet/rules/risk/factors'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { useAuthenticationFlows } from '../../../pickers/authentication-flows.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { allQuery } from '../../../pickers/definitions/definitions.ts'
import { ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'
import { useNamedGroups } from '../../../pickers/named-groups.ts'
import { useRiskEngines } from '../../../pickers/risk-engines.ts'
import { useResources } from '../../../pickers/rule-resources.ts'
import { useMay } from '../../../session/session-context.tsx'
import { type Factor, levels, type TypedRule } from './rule-form.ts'
import { useDayNames } from './rule-words.ts'

/** Lists as they are said: `Berlin, Paris or Rome`. */
const useOr = () => {
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  return (words: readonly string[]): string => names.format(words)
}

/** The IP lists there are, by id. */
const useListNames = (): ReadonlyMap<string, string> => {
  const { data = [] } = useQuery({
    ...allQuery(ipListKind.definitions),
    enabled: useMay()(['SETTINGS', 'VIEW']),
  })
  return new Map(data.map(({ id, name }) => [id, name]))
}

/** When a factor fails, as the end of a sentence that begins with its points. */
const useWhen = () => {
  const text = useText('resource')
  const or = useOr()
  const dayName = useDayNames()
  const countryName = useCountryName()
  const lists = useListNames()
  const engines = useRiskEngines()
  const plain = (type: FactorType): string => text(`resource:rules.when.${type}`)
  return (factor: Factor): string => {
    switch (factor.type) {
      case 'DATE_TIME': {
        const { days, from, to, timeZone } = factor
        return text('resource:rules.when.time', { days: or(days.map(dayName)), from, to, timeZone })
      }
      case 'IP': {
        const named = factor.listIds.map((id) => lists.get(id) ?? id)
        const addresses = or([...named, ...factor.addresses]) || '–'
        return text(`resource:rules.when.addresses.${factor.mode}`, { addresses })
      }
      case 'GEOLOCATION': {
        const countries = or(factor.countries.map(countryName)) || '–'
        return text(`resource:rules.when.countries.${factor.mode}`, { countries })
      }
      case 'RISK_ENGINE': {
        const engine = engines.find(({ id }) => id === factor.engineId)?.name ?? '–'
        return text(`resource:rules.when.engine.${factor.failsFrom}`, { engine })
      }
      default:
        return plain(factor.type)
    }
  }
}

const textsOf = (rule: TypedRule) => ({
  low: rule.lowRisk ?? 'ALLOW',
  medium: rule.mediumRisk ?? 'STEP_UP',
  high: rule.highRisk ?? 'DENY',
})

/** Without a factor the risk is always low. */
const levelsOf = ({ factors = [] }: TypedRule) =>
  factors.length === 0 ? levels.slice(0, 1) : levels

/** By which flow each level goes on, where the rule names one. */
const useFlowLines = (rule: TypedRule): readonly string[] => {
  const text = useText('resource')
  const flows = useAuthenticationFlows()
  return levelsOf(rule).flatMap((level) => {
    const id = rule[`${level}Risk`] === 'DENY' ? null : rule[`${level}FlowId`]
    const flow = flows.find((one) => one.id === id)?.name
    return flow === undefined ? [] : [text(`resource:rules.sentence.${level}.flow`, { flow })]
  })
}

/** What is said of the risk: how points make it. */
const useRiskLines = (rule: TypedRule): readonly string[] => {
  const text = useText('resource')
  const whenOf = useWhen()
  const { factors = [], mediumFrom = 30, highFrom = 70 } = rule
  if (factors.length === 0) return [text('resource:rules.sentence.noFactor')]
  const total = factors.reduce((sum, { points }) => sum + (Number(points) || 0), 0)
  const lines = factors.map((factor) =>
    text('resource:rules.sentence.points', {
      points: Number(factor.points) || 0,
      total,
      when: whenOf(factor),
    }),
  )
  const [only] = lines
  return factors.length === 1 && only !== undefined
    ? [only, text('resource:rules.sentence.only')]
    : [...lines, text('resource:rules.sentence.thresholds', { mediumFrom, highFrom })]
}

/** A rule as it can be read aloud, a sentence a line. */
export const useRuleSentences = (rule: TypedRule): readonly string[] => {
  const text = useText('resource')
  const or = useOr()
  const { nameOf } = useResources()
  const { groupIds = [] } = rule
  const { named } = useNamedGroups(groupIds)
  const risk = useRiskLines(rule)
  const flows = useFlowLines(rule)
  const resource = nameOf(rule.resourceId)
  const actions = textsOf(rule)
  const about =
    groupIds.length === 0
      ? text('resource:rules.sentence.everybody', { resource })
      : text('resource:rules.sentence.groups', {
          resource,
          groups: or(named.map(({ name }) => name)),
        })
  return [
    about,
    ...(rule.enabled === false ? [text('resource:rules.sentence.off')] : []),
    ...risk,
    ...levelsOf(rule).map((level) => text(`resource:rules.sentence.${level}.${actions[level]}`)),
    ...flows,
    ...(rule.strict === true ? [text('resource:rules.sentence.strict')] : []),
  ]
}
