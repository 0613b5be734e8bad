import { passwordFaults } from '@signet/rules/passwords'
import { characterClasses } from '@signet/rules/restrictions'
import type { Rules } from './password.queries.ts'

/** `open`: only the service can tell, and it has not said yet. */
type Standing = 'met' | 'unmet' | 'open'

/** Faults that this page finds itself while somebody types. */
const ownRules = [
  'too_short',
  'too_long',
  'digit_required',
  'lowercase_required',
  'uppercase_required',
  'special_required',
  'digit_not_allowed',
  'lowercase_not_allowed',
  'uppercase_not_allowed',
  'special_not_allowed',
] as const
const serviceRules = [
  'contains_user_name',
  'contains_forbidden_word',
  'compromised',
  'history',
] as const

type RuleKey = (typeof ownRules)[number] | (typeof serviceRules)[number]

export interface RuleLine {
  readonly key: RuleKey
  readonly standing: Standing
}

const holdingRules = ({ classes, historySize, refuseCompromised }: Rules): ReadonlySet<string> =>
  new Set<string>([
    'too_short',
    'contains_user_name',
    ...characterClasses.flatMap((one) => {
      if (classes[one] === 'REQUIRED') return [`${one}_required`]
      return classes[one] === 'NOT_ALLOWED' ? [`${one}_not_allowed`] : []
    }),
    ...(refuseCompromised ? ['compromised'] : []),
    ...(historySize > 0 ? ['history'] : []),
  ])

interface Judged {
  readonly password: string
  /** What the service found in this very password; null until it has answered. */
  readonly verdict: readonly string[] | null
}

/** Every rule that holds, with how the password stands to it. */
export const ruleLines = (rules: Rules, { password, verdict }: Judged): readonly RuleLine[] => {
  const { minimumLength, maximumLength, classes } = rules
  const holding = holdingRules(rules)
  const own = new Set<string>(
    passwordFaults(password, { minimumLength, maximumLength, classes, forbiddenWords: [] }, []),
  )
  const found = new Set(verdict ?? [])
  const isListed = (key: string): boolean => holding.has(key) || own.has(key) || found.has(key)
  const standingOf = (key: RuleKey): Standing => {
    if (password === '') return 'open'
    if (ownRules.some((rule) => rule === key)) return own.has(key) ? 'unmet' : 'met'
    if (verdict === null) return 'open'
    return found.has(key) ? 'unmet' : 'met'
  }
  return [...ownRules, ...serviceRules]
    .filter(isListed)
    .map((key) => ({ key, standing: standingOf(key) }))
}
