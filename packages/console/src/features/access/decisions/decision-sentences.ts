import { useLocale, useText } from '../../../lib/i18n.ts'
import { isProofKind } from '../../../lib/proof-kinds.ts'
import type { Decision } from '../../../pickers/decisions/decisions.queries.ts'
import { useResources } from '../../../pickers/rule-resources.ts'
import { ruleNameNow } from '../../../pickers/rules/rule-name.ts'
import { useFactorWhy, usePlaceName } from './factor-why.ts'

/** The risk as a word within a sentence. */
export const useLevelWord = () => {
  const text = useText('resource')
  const words = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high' } as const
  return (level: Decision['level']): string => text(`resource:decisions.say.${words[level]}Word`)
}

/** Lists as they are said: `Berlin, Paris and Rome`. */
const useAnd = () => {
  const names = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  return (words: readonly string[]): string => names.format(words)
}

/** From where, with the country where it is known. */
const usePlace = ({ address, country, facts }: Decision): string => {
  const text = useText('resource')
  const placeName = usePlaceName()
  const where = country === null ? null : placeName({ city: facts?.city ?? null, country })
  if (address === null) return text('resource:decisions.say.noPlace')
  return where === null ? address : `${address} (${where})`
}

/** The names of what was proven. */
const useProven = () => {
  const text = useText('authenticators')
  const and = useAnd()
  const nameOf = (kind: string): string =>
    isProofKind(kind) ? text(`authenticators:proof.kinds.${kind}`) : kind
  return (kinds: readonly string[]): string => and(kinds.map(nameOf))
}

/** What the rules made of it. */
const useJudgement = (decision: Decision): readonly string[] => {
  const text = useText('resource')
  const levelWord = useLevelWord()
  const why = useFactorWhy(decision)
  const { rule: name, resourceId, rules, facts, level } = decision
  if (facts === null) return [text('resource:decisions.say.unjudged')]
  const rule = rules.find((one) => one.name === name)
  if (rule === undefined) return [text('resource:decisions.say.noRule')]
  const { percent, factors } = rule
  return [
    text('resource:decisions.say.decided', {
      rule: ruleNameNow({ name: rule.name, resourceId }),
      percent,
      level: levelWord(level),
    }),
    ...factors.filter(({ failed }) => failed).map(why),
  ]
}

/** A decision as it can be read aloud, a sentence a line. */
export const useDecisionSentences = (decision: Decision): readonly string[] => {
  const text = useText('resource', 'authenticators')
  const { nameOf } = useResources()
  const proven = useProven()
  const and = useAnd()
  const { userName: name, application, outcome, flow, refusal, askedAcrs, reachedAcr } = decision
  const [resource, place] = [nameOf(decision.resourceId), usePlace(decision)]
  const judgement = useJudgement(decision)
  const reached = reachedAcr ?? text('resource:decisions.say.nothing')
  return [
    text('resource:decisions.say.asked', { name, resource, place }),
    ...(application === null ? [] : [text('resource:decisions.say.application', { application })]),
    ...judgement,
    ...(refusal === null ? [] : [text(`resource:decisions.refusals.${refusal}`)]),
    text(`resource:decisions.say.${outcome}`),
    ...(flow === null ? [] : [text('resource:decisions.say.flow', { flow })]),
    ...(decision.proven.length === 0
      ? []
      : [text('resource:decisions.say.proven', { proven: proven(decision.proven) })]),
    ...(askedAcrs.length === 0
      ? []
      : [text('resource:decisions.say.acrs', { asked: and(askedAcrs), reached })]),
  ]
}
