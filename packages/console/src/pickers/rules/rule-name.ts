import { defaultRuleOf, type NamedRule } from '@signet/rules/sign-in'
import { keyedTextNow } from '../../lib/i18n.ts'

/** The name of a resource rule; of one that every tenant starts with, in the visitor's language. */
export const ruleNameNow = (rule: NamedRule): string => {
  const resource = defaultRuleOf(rule)
  const own = resource === null ? null : keyedTextNow(`resource:rules.defaults.${resource}`, {})
  return own ?? rule.name
}
