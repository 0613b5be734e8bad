import {
  type GroupPolicy,
  type GroupPolicyChange,
  mostGroupPolicies,
} from '@signet/contract/settings/grouppolicy'
import { type PolicyPartName, policyParts } from '@signet/contract/settings/policy-parts'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { rows } from '../../settings/families/index.ts'
import {
  type FoundPolicy,
  findPolicy,
  listPolicies,
  orderPolicies,
  setGroups,
} from './group-policies.repository.ts'
import { expectGood, expectOfAdministrators } from './policy-settings.ts'

type Wanted = z.output<typeof GroupPolicyChange>

/** A policy reaches people of any group. @throws access_denied for who manages some groups only */
const expectEveryGroup = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

const present = (row: FoundPolicy): z.input<typeof GroupPolicy> => ({
  id: row.id,
  name: row.name,
  priority: row.priority,
  state: row.active ? 'ACTIVE' : 'INACTIVE',
  groups: [...row.groups],
  groupIds: row.groups.map(({ id }) => id),
  settings: row.settings,
  updatedAt: row.updated_at,
  version: row.version,
})

const subjectOf = ({ id, name }: FoundPolicy) => ({ entity: 'SETTINGS' as const, id, name })

const noted = (row: FoundPolicy) => ({
  name: row.name,
  active: row.active,
  groups: row.groups.map(({ name }) => name),
  settings: row.settings,
})

/** Whether the policy held for each of these groups before. */
const heldFor = ({ active, groups }: FoundPolicy, after: FoundPolicy): boolean =>
  active && after.groups.every(({ id }) => groups.some((group) => group.id === id))

/** @throws rights_not_held where administrators would sign in by less than before */
const expectEffect = (ctx: Context, before: FoundPolicy | null, after: FoundPolicy): void =>
  expectOfAdministrators(ctx, subjectOf(after), {
    before: before !== null && heldFor(before, after) ? before.settings : {},
    after: after.active ? after.settings : {},
  })

const orNotFound = foundOr('group_policy_not_found')

/** @throws group_policy_not_found */
const found = async (ctx: Context, id: string): Promise<FoundPolicy> =>
  orNotFound(await findPolicy(ctx, id))

const isPart = (name: string): name is PolicyPartName => Object.hasOwn(policyParts, name)

/** By the names that readers know families by. */
const byFamily = (settings: FoundPolicy['settings']) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, values]) =>
      isPart(name) ? [[policyParts[name].family, values]] : [],
    ),
  )

const publish = async (ctx: Context): Promise<void> => {
  const active = (await listPolicies(ctx)).filter((row) => row.active)
  await rows.policies.save(
    ctx,
    active.map(({ name, groups, settings }) => ({
      name,
      groupIds: groups.map(({ id }) => id),
      settings: byFamily(settings),
    })),
  )
}

const refusingDuplicates = unique({
  group_policies_tenant_id_name_key_key: 'group_policy_exists',
})

/** One change of the policies at a time; readers see it with its commit. */
const changing = async <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> => {
  expectEveryGroup(ctx)
  const done = await refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await rows.policies.lock(ctx)
      const result = await work(ctx)
      await publish(ctx)
      return result
    }),
  )
  rows.policies.forget(ctx)
  return done
}

export const list = async (ctx: Context) => {
  expectEveryGroup(ctx)
  return (await listPolicies(ctx)).map(present)
}

export const read = async (ctx: Context, id: string) => {
  expectEveryGroup(ctx)
  const row = await found(ctx, id)
  return versioned(present(row), row.version)
}

const columnsOf = ({ platform }: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  active: wanted.state === 'ACTIVE',
  settings: wanted.settings,
  updated_at: platform.clock.now(),
})

/** @throws group_policy_exists, group_policy_limit_reached, group_not_found, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  changing(ctx, async (ctx) => {
    const all = await listPolicies(ctx)
    if (all.length >= mostGroupPolicies) throw new ApiError('group_policy_limit_reached')
    await expectGood(ctx, wanted.settings)
    await expectGroups(ctx, wanted.groupIds)
    const id = ctx.platform.ids.uuid()
    await insertRow(ctx, 'group_policies', {
      id,
      ...columnsOf(ctx, wanted),
      priority: Math.max(0, ...all.map(({ priority }) => priority)) + 1,
    })
    await setGroups(ctx, id, wanted.groupIds)
    const row = await found(ctx, id)
    expectEffect(ctx, null, row)
    audit(ctx, 'GROUP_POLICY_CREATED', { subject: subjectOf(row), after: noted(row) })
    return versioned(present(row), row.version)
  })

const forChange = async (ctx: Context, id: string): Promise<FoundPolicy> => {
  const row = await found(ctx, id)
  expectVersion(ctx, row.version)
  return row
}

/** @throws as `create`, and group_policy_not_found, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  changing(ctx, async (ctx) => {
    const before = await forChange(ctx, id)
    await expectGood(ctx, wanted.settings)
    await expectGroups(ctx, wanted.groupIds)
    await updateRow(ctx, 'group_policies', { id, ...columnsOf(ctx, wanted) })
    await setGroups(ctx, id, wanted.groupIds)
    const row = await found(ctx, id)
    expectEffect(ctx, before, row)
    audit(ctx, 'GROUP_POLICY_UPDATED', {
      subject: subjectOf(row),
      before: noted(before),
      after: noted(row),
    })
    return versioned(present(row), row.version)
  })

/** @throws group_policy_not_found, precondition_failed */
export const changeState = (ctx: Context, id: string, state: Wanted['state']) =>
  changing(ctx, async (ctx) => {
    const before = await forChange(ctx, id)
    const updated_at = ctx.platform.clock.now()
    await updateRow(ctx, 'group_policies', { id, active: state === 'ACTIVE', updated_at })
    const row = await found(ctx, id)
    expectEffect(ctx, before, row)
    audit(ctx, 'GROUP_POLICY_STATE_CHANGED', {
      subject: subjectOf(row),
      before: { active: before.active },
      after: { active: row.active },
    })
    return versioned(present(row), row.version)
  })

/** @throws group_policy_not_found unless each policy is named once */
export const order = (ctx: Context, ids: readonly string[]) =>
  changing(ctx, async (ctx) => {
    const before = await listPolicies(ctx)
    const named = new Set(ids)
    const isWhole = ids.length === before.length && before.every(({ id }) => named.has(id))
    if (!isWhole) throw new ApiError('group_policy_not_found')
    await orderPolicies(ctx, ids)
    const after = await listPolicies(ctx)
    audit(ctx, 'GROUP_POLICIES_ORDERED', {
      subject: { entity: 'SETTINGS', id: 'grouppolicy', name: 'grouppolicy' },
      before: { order: before.map(({ name }) => name) },
      after: { order: after.map(({ name }) => name) },
    })
    return after.map(present)
  })

/** @throws group_policy_not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  changing(ctx, async (ctx) => {
    const row = await forChange(ctx, id)
    await removeRow(ctx, 'group_policies', id)
    audit(ctx, 'GROUP_POLICY_DELETED', { subject: subjectOf(row), before: noted(row) })
    return undefined
  })
