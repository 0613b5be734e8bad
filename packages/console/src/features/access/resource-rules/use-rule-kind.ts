import { defaultResourceRules, defaultRuleOf, hasDefaultRule } from '@signet/rules/sign-in'
import { useMemo } from 'react'
import type { Tagged } from '../../../lib/call.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import type { Rule, WantedRule } from './rule-form.ts'
import { ruleKind } from './rule-kind.ts'

/**
 * The rules, of which those that every tenant starts with are called in the visitor's language.
 * Saved under that name they keep the one they have: they are another reader's in theirs.
 */
export const useRuleKind = (): typeof ruleKind => {
  const text = useText('resource')
  const locale = useLocale()
  return useMemo(() => {
    const { subject, list, read, update } = ruleKind.definitions
    const called = (rule: Rule): Rule => {
      const resource = defaultRuleOf(rule)
      return resource === null
        ? rule
        : { ...rule, name: text(`resource:rules.defaults.${resource}`) }
    }
    const tagged = ({ value, etag }: Tagged<Rule>) => ({ value: called(value), etag })
    const kept = (rule: WantedRule): WantedRule => {
      const { resourceId: resource, name } = rule
      return hasDefaultRule(resource) && name === text(`resource:rules.defaults.${resource}`)
        ? { ...rule, name: defaultResourceRules[resource] }
        : rule
    }
    return {
      ...ruleKind,
      definitions: {
        ...ruleKind.definitions,
        subject: `${subject} ${locale}`,
        list: async (signal) => (await list(signal)).map(called),
        read: async (id, signal) => tagged(await read(id, signal)),
        update: async ({ body, ...save }) => tagged(await update({ ...save, body: kept(body) })),
      },
    }
  }, [text, locale])
}
