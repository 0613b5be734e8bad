import { IpListDefinition } from '@signet/contract/access/ip-lists'
import { Lockouts, type WhatIfChange } from '@signet/contract/access/what-ifs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { publishedRules } from '../definitions/index.ts'
import { storedFlows } from '../flows/index.ts'
import { Plan } from '../resource-rules/index.ts'

const NamedRule = Plan.shape.rules.element
const PlannedFlow = Plan.shape.flows.unwrap().element

export type Change = z.output<typeof WhatIfChange>

/** A rule that is not there yet has an id among the others while it is tried. */
const newRuleId = '00000000-0000-7000-8000-000000000000'

/** When passwords and authenticators lock, of everybody or of people of some groups. */
export const presentLockouts = async (ctx: Context, groups?: readonly string[]) => {
  const person = groups === undefined ? null : { groups: groups.map((id) => ({ id })) }
  const { passwordAttempts, passwordLockMillis } = await settings.general(ctx, person)
  const { authenticators } = await settings.lockout(ctx, person)
  return { passwordAttempts, passwordLockMillis, authenticators }
}

/** What holds now. */
export const presentPlan = async (ctx: Context): Promise<Plan> => {
  const definitions = (await publishedRules.read(ctx))?.definitions ?? []
  const of = (wanted: string) => definitions.filter(({ kind }) => kind === wanted)
  return Plan.parse({
    rules: of('RESOURCE_RULE').map(({ id, name, definition }) => ({ ...definition, id, name })),
    lists: Object.fromEntries(
      of('IP_LIST').map(({ id, definition }) => [id, IpListDefinition.parse(definition).addresses]),
    ),
    measures: await settings.rba(ctx),
    flows: await storedFlows(ctx),
    lockouts: await presentLockouts(ctx),
  })
}

const withRule = (plan: Plan, { ruleId, rule }: Extract<Change, { kind: 'RULE' }>): Plan => {
  const rules = plan.rules.filter(({ id }) => id !== ruleId)
  if (rule === null) return { ...plan, rules }
  return { ...plan, rules: [...rules, NamedRule.parse({ ...rule, id: ruleId ?? newRuleId })] }
}

const withFlow = (plan: Plan, { flowId, flow }: Extract<Change, { kind: 'FLOW' }>): Plan => {
  const changed = PlannedFlow.parse({ ...flow, id: flowId, isDefault: flow.default })
  const others = plan.flows.filter(({ id }) => id !== flowId)
  // Whatever becomes everybody's takes the place of what was.
  const rest = others.map((one) => (flow.default ? { ...one, isDefault: false } : one))
  return { ...plan, flows: [...rest, changed] }
}

/** What would hold with the change. */
export const changedPlan = (plan: Plan, change: Change): Plan => {
  switch (change.kind) {
    case 'RULE':
      return withRule(plan, change)
    case 'IP_LIST':
      return { ...plan, lists: { ...plan.lists, [change.listId]: change.list.addresses } }
    case 'FLOW':
      return withFlow(plan, change)
    case 'LOCKOUT':
      return { ...plan, lockouts: Lockouts.parse({ ...plan.lockouts, ...change.settings }) }
    case 'RBA':
      return { ...plan, measures: Plan.shape.measures.parse(change.settings) }
  }
}

/** What a change is called, and typed to make it unseen. @throws not_found */
export const nameOf = (plan: Plan, change: Change): string => {
  if (change.kind === 'RBA') return 'rba'
  if (change.kind === 'LOCKOUT') return 'lockout'
  if (change.kind === 'FLOW') {
    if (!plan.flows.some(({ id }) => id === change.flowId)) throw new ApiError('not_found')
    return change.flow.name
  }
  if (change.kind === 'IP_LIST') {
    if (!Object.hasOwn(plan.lists, change.listId)) throw new ApiError('not_found')
    return change.list.name
  }
  const former = plan.rules.find(({ id }) => id === change.ruleId)
  if (change.ruleId !== null && former === undefined) throw new ApiError('not_found')
  const name = change.rule?.name ?? former?.name
  if (name === undefined) throw new ApiError('not_found')
  return name
}
