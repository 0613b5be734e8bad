import { mostResourceRules, ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { adminLocaleFor } from '@signet/rules/locales'
import {
  defaultResourceRules,
  defaultRuleOf,
  defaultRuleResources,
  type NamedRule,
} from '@signet/rules/sign-in'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isNamed, type NameSearch } from '../../../platform/db/name-search.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { definitionRows, definitionsOf, faultAt, insertDefinition } from '../definitions/index.ts'
import { areKnownFlows } from '../flows/index.ts'
import { admissionsOf } from './judging.ts'
import { isResource } from './resources.ts'

/** @throws access_denied for an administrator limited to groups */
export const expectAllGroups = async (ctx: Context): Promise<void> => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

const countGroups = async ({ db, tenant }: Context, ids: readonly string[]): Promise<number> => {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids])
    .execute()
  return found.length
}

/** @throws invalid_parameters */
const expectKnown = async (
  ctx: Context,
  kind: 'IP_LIST' | 'RISK_ENGINE',
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  const known = new Set((await definitionRows.list(ctx, kind)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw faultAt('factors', 'is not known')
}

type Definition = z.output<typeof ResourceRuleDefinition>

/** @throws invalid_parameters for a flow or an application that is not there */
const expectThere = async (ctx: Context, rule: Definition): Promise<void> => {
  if (!(await isResource(ctx, rule.resourceId))) throw faultAt('resourceId', 'is not known')
  for (const name of ['lowFlowId', 'mediumFlowId', 'highFlowId'] as const) {
    const id = rule[name]
    if (id !== null && !(await areKnownFlows(ctx, [id]))) throw faultAt(name, 'is not known')
  }
}

const definitions = definitionsOf({
  kind: 'RESOURCE_RULE',
  schema: ResourceRuleDefinition,
  most: mostResourceRules,
  entity: 'CONTEXTRULES',
  subject: 'RESOURCE_RULE',
  expectValid: async (ctx, rule) => {
    const { groupIds, factors } = rule
    await expectAllGroups(ctx)
    await expectThere(ctx, rule)
    const groups = [...new Set(groupIds)]
    if (groups.length > 0 && (await countGroups(ctx, groups)) < groups.length) {
      throw faultAt('groupIds', 'is not known')
    }
    const listIds = factors.flatMap((factor) => (factor.type === 'IP' ? factor.listIds : []))
    await expectKnown(ctx, 'IP_LIST', listIds)
    const engineIds = factors.flatMap((one) => (one.type === 'RISK_ENGINE' ? [one.engineId] : []))
    await expectKnown(ctx, 'RISK_ENGINE', engineIds)
  },
})

/** What the caller reads as the name of a rule that a tenant starts with; null for others. */
const readAs = ({ locale }: Context, rule: NamedRule): string | null => {
  const resource = defaultRuleOf(rule)
  if (resource === null) return null
  const texts = textsOf(adminLocaleFor(locale), 'resource')
  return messageOf(texts, `rules.defaults.${resource}`) ?? null
}

/** Those with this in their names, in the caller's language too. */
export const listNamed = async (ctx: Context, wanted: NameSearch) => {
  const isWanted = (rule: NamedRule): boolean => {
    const shown = readAs(ctx, rule)
    return isNamed(rule.name, wanted) || (shown !== null && isNamed(shown, wanted))
  }
  return (await definitions.list(ctx)).filter(isWanted).slice(0, wanted.limit)
}

/** @throws not_found */
export const listOf = async (ctx: Context, resource: string) => {
  if (!(await isResource(ctx, resource))) throw new ApiError('not_found')
  return (await definitions.list(ctx)).filter(({ resourceId }) => resourceId === resource)
}

/** If-Match was said of something else than a rule. */
const unboundOf = (ctx: Context): Context => {
  const unbound: Context = { ...ctx, ifMatch: null, transaction: (work) => work(unbound) }
  return unbound
}

/** Takes away the rules about something that is gone. In a transaction. */
const removeOf = async (ctx: Context, resource: string): Promise<void> => {
  const rules = (await definitions.list(ctx)).filter(({ resourceId }) => resourceId === resource)
  const unbound = unboundOf(ctx)
  for (const { id } of rules) await definitions.remove(unbound, id)
}

/**
 * Puts the rules of a new tenant in the place of those about its portals. In a transaction.
 * @throws name_exists where a rule of an application has such a name
 */
const resetPortals = async (ctx: Context): Promise<void> => {
  const unbound = unboundOf(ctx)
  for (const resourceId of defaultRuleResources) {
    await removeOf(ctx, resourceId)
    const name = defaultResourceRules[resourceId]
    await definitions.create(unbound, { ...ResourceRuleDefinition.parse({ resourceId }), name })
  }
}

export const resourceRules = { ...definitions, removeOf, resetPortals, admissionsOf } as const

/** The rules of a new tenant: both let in whoever the flow lets in. */
export const insertDefaultRules = async (ctx: Context): Promise<void> => {
  for (const resourceId of defaultRuleResources) {
    const name = defaultResourceRules[resourceId]
    await insertDefinition(ctx, {
      id: ctx.platform.ids.uuid(),
      kind: 'RESOURCE_RULE',
      name,
      name_key: foldName(name),
      definition: ResourceRuleDefinition.parse({ resourceId }),
    })
  }
}
