import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import type { Reading } from '../../settings/families/index.ts'
import { published } from './published-rules.ts'

type Published = NonNullable<Awaited<ReturnType<typeof published.read>>>

const entries = new WeakMap<Published, ReadonlyMap<string, string>>()

/** By resource, of the first rule for everybody that names a flow for low risk. */
const entriesOf = ({ definitions }: Published): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { kind, definition } of definitions) {
    if (kind !== 'RESOURCE_RULE') continue
    const rule = ResourceRuleDefinition.parse(definition)
    const isForAll = rule.enabled && rule.groupIds.length === 0
    if (!isForAll || rule.lowFlowId === null || found.has(rule.resourceId)) continue
    found.set(rule.resourceId, rule.lowFlowId)
  }
  return found
}

/** The flow that everybody begins by who signs in for an application; undefined where no rule names one. */
export const entryFlowId = async (ctx: Reading, resource: string): Promise<string | undefined> => {
  const rules = await published.read(ctx)
  if (rules === null) return undefined
  const known = entries.get(rules) ?? entriesOf(rules)
  entries.set(rules, known)
  return known.get(resource)
}
