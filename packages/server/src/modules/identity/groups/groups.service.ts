import {
  Group,
  type GroupChange,
  type GroupPageRequest,
  GroupSummary,
  type NewGroup,
} from '@signet/contract/identity/groups'
import { foldName } from '@signet/rules/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList, type Total } from '../../../kit/lists.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { membersOf } from '../members/index.ts'
import * as repository from './groups.repository.ts'
import { groupsInSight, seesGroup } from './sight.ts'

type StoredGroup = repository.StoredGroup

export const groupMembers = membersOf('groups')

const orNotFound = foundOr('group_not_found')

const summaryOf = fieldsOf(GroupSummary)
const fields = fieldsOf(Group)

const withMembers = (group: StoredGroup, { count, estimated }: Total) =>
  fields({ ...group, member_count: count, member_count_estimated: estimated })

const shown = async (ctx: Context, group: StoredGroup) =>
  versioned(withMembers(group, await groupMembers.count(ctx, group.id)), group.version)

const none: Total = { count: 0, estimated: false }

export const listAll = async (ctx: Context) => (await repository.listSeen(ctx)).map(summaryOf)

/** @throws group_not_found */
export const read = async (ctx: Context, id: string) =>
  shown(ctx, orNotFound(await repository.findGroup(ctx, id)))

/** @throws group_not_found */
export const readByExternalId = async (ctx: Context, externalId: string) =>
  shown(ctx, orNotFound(await repository.findByExternalId(ctx, externalId)))

/** The groups that the actor knows of, by name. */
export const list = keysetList({
  name: 'groups',
  keys: [
    ['name_key', 'text'],
    ['id', 'uuid'],
  ],
  rows: (ctx, { type }: z.output<typeof GroupPageRequest>) =>
    repository
      .seenGroups(ctx)
      .selectAll('g')
      .$if(type !== undefined, (query) => query.where('g.type', '=', type ?? 'MGMT_UI')),
  search: (ctx, { type }, page) => {
    const seen = groupsInSight(ctx)
    return sql`search_groups(${page}, ${type ?? null}, null, ${seen === 'ALL' ? null : seen}::uuid[])`
  },
  // Seeing a group includes seeing all its members.
  present: async (ctx, rows) => {
    const ids = rows.map(({ id }) => id)
    const members = await groupMembers.countEach(ctx, ids)
    return rows.map((row) => withMembers(row, members.get(row.id) ?? none))
  },
})

const refusingDuplicates = unique({
  groups_tenant_id_name_key_key: { code: 'group_exists', path: 'body.name' },
  groups_by_external_id: { code: 'group_exists', path: 'body.externalId' },
})

const derivedColumns = ({ name, external_id }: Pick<StoredGroup, 'name' | 'external_id'>) => ({
  name_key: foldName(name),
  search_text: [foldName(name), foldName(external_id ?? '')].filter((text) => text).join('\n'),
})

const wireFields = ({ name, description, external_id: externalId, type }: StoredGroup) => ({
  name,
  description,
  externalId,
  type,
})

const subjectOf = ({ id, name }: StoredGroup) => ({ entity: 'GROUPS', id, name })

interface WantedGroup {
  readonly name: string
  readonly description?: string | null
  readonly externalId?: string | null
  readonly type?: StoredGroup['type']
}

const rowOf = (ctx: Context, wanted: WantedGroup): StoredGroup => {
  const now = ctx.platform.clock.now()
  const named = { name: wanted.name, external_id: wanted.externalId ?? null }
  return {
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    ...named,
    ...derivedColumns(named),
    description: wanted.description ?? null,
    type: wanted.type ?? 'MGMT_UI',
    created_at: now,
    updated_at: now,
    version: 1,
  }
}

interface ChangedGroup {
  readonly group: StoredGroup
  readonly after: StoredGroup
}

/** A directory owns what it delivers. */
const ownedByDirectory = ['name', 'externalId'] as const

/** What a change amounts to; null when it changes nothing. @throws group_edit_restricted */
const changed = (group: StoredGroup, change: z.output<typeof GroupChange>): ChangedGroup | null => {
  const before = wireFields(group)
  const wanted = { ...before, ...change }
  const owned = ownedByDirectory.filter((field) => wanted[field] !== before[field])
  if (owned.length === 0 && wanted.description === before.description) return null
  if (group.type === 'LDAP_AD' && owned.length > 0) {
    throw new ApiError('group_edit_restricted', {
      fields: owned.map((field) => ({ path: `body.${field}`, message: 'is not changed here' })),
    })
  }
  const named = { name: wanted.name, external_id: wanted.externalId }
  const columns = { ...named, ...derivedColumns(named), description: wanted.description }
  return { group, after: { ...group, ...columns } }
}

interface Use {
  readonly hasMembers: boolean
  /** The names of roles that are limited to it. */
  readonly roles: readonly string[]
}

/**
 * What uses groups, whose rows are held; those without a use have no entry. Whoever links a user or a
 * role to a group waits for its row.
 */
const usesOf = async (ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Use>> => {
  if (ids.length === 0) return new Map()
  const roles = await repository.rolesLimitedTo(ctx, ids)
  const filled = await repository.listFilled(ctx, ids)
  const uses = ids.map((id): [string, Use] => {
    const limited = roles.filter(({ group_ids: groups }) => groups.includes(id))
    return [id, { hasMembers: filled.has(id), roles: limited.map(({ name }) => name) }]
  })
  return new Map(uses.filter(([, use]) => use.hasMembers || use.roles.length > 0))
}

/**
 * Groups by the hundred, each with its event: a few statements whatever their number, as part of the
 * caller's transaction. One group is a set of one.
 */
export const groupSets = {
  all: listAll,
  page: list,
  find: repository.listForChange,
  findForLink: repository.listForLink,
  externalOwners: repository.externalOwners,
  changed,
  usesOf,

  /** A unique violation, of names that are taken or given twice, is the caller's. */
  insert: async (ctx: Context, wanted: readonly WantedGroup[]): Promise<readonly StoredGroup[]> => {
    const rows = wanted.map((each) => rowOf(ctx, each))
    await repository.insertGroups(ctx, rows)
    for (const row of rows) {
      audit(ctx, 'GROUP_CREATED', { subject: subjectOf(row), after: wireFields(row) })
    }
    return rows
  },

  /** Of groups whose rows are held; a unique violation is the caller's. */
  change: async (
    ctx: Context,
    changes: readonly ChangedGroup[],
  ): Promise<readonly StoredGroup[]> => {
    const written = await repository.updateGroups(
      ctx,
      changes.map(({ after }) => after),
    )
    for (const { group, after } of changes) {
      const values = { before: wireFields(group), after: wireFields(after) }
      audit(ctx, 'GROUP_UPDATED', { subject: subjectOf(after), ...values })
    }
    return written
  },

  /** Groups without a use, whose rows are held. */
  remove: async (ctx: Context, groups: readonly StoredGroup[]): Promise<void> => {
    if (groups.length === 0) return
    await repository.removeGroups(
      ctx,
      groups.map(({ id }) => id),
    )
    for (const group of groups) {
      audit(ctx, 'GROUP_DELETED', { subject: subjectOf(group), before: wireFields(group) })
    }
  },
} as const

/** @throws rights_not_held for an administrator limited to groups */
const expectAllGroups = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('rights_not_held')
}

/** @throws rights_not_held, group_exists */
export const create = async (ctx: Context, wanted: z.output<typeof NewGroup>) => {
  expectAllGroups(ctx)
  const [group] = await refusingDuplicates(() =>
    ctx.transaction((ctx) => groupSets.insert(ctx, [wanted])),
  )
  return shown(ctx, orNotFound(group))
}

const readForChange = async (ctx: Context, id: string): Promise<StoredGroup> => {
  const [row] = seesGroup(ctx, id) ? await groupSets.find(ctx, { ids: [id] }) : []
  const group = orNotFound(row)
  expectVersion(ctx, group.version)
  return group
}

const write = async (ctx: Context, id: string, wanted: z.output<typeof GroupChange>) => {
  const group = await readForChange(ctx, id)
  const change = changed(group, wanted)
  const [after = group] = change === null ? [] : await groupSets.change(ctx, [change])
  return after
}

/** @throws group_not_found, group_exists, group_edit_restricted, precondition_failed */
export const update = async (ctx: Context, id: string, change: z.output<typeof GroupChange>) =>
  shown(ctx, await refusingDuplicates(() => ctx.transaction((ctx) => write(ctx, id, change))))

const inUse = async (ctx: Context, id: string, { roles }: Use): Promise<ApiError> => {
  const { count: members } = await groupMembers.count(ctx, id)
  const names = mayDo(ctx, ['USERS', 'VIEW']) ? await groupMembers.names(ctx, id) : []
  return new ApiError('group_in_use', {
    parameters: {
      members,
      memberNames: names.join(', '),
      roles: roles.length,
      roleNames: mayDo(ctx, ['ROLES', 'VIEW']) ? roles.slice(0, 5).join(', ') : '',
    },
  })
}

/** @throws group_not_found, group_in_use, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const group = await readForChange(ctx, id)
    const use = (await usesOf(ctx, [id])).get(id)
    if (use !== undefined) throw await inUse(ctx, id, use)
    await groupSets.remove(ctx, [group])
    return undefined
  })

const mostEmptied = 10_000

/** @throws group_not_found, rights_not_held, precondition_failed */
export const empty = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const group = await readForChange(ctx, id)
    expectAllGroups(ctx)
    const removed = await repository.removeMembers(ctx, id, mostEmptied)
    const left = await groupMembers.names(ctx, id)
    audit(ctx, 'GROUP_EMPTIED', { subject: subjectOf(group), attributes: { removed } })
    return { removed, remaining: left.length > 0 }
  })

/**
 * Groups that are about to be linked, kept until the transaction ends.
 * @throws group_not_found when one is not here or not among those the actor is limited to
 */
export const expectGroups = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredGroup[]> => {
  const found = await groupSets.findForLink(ctx, { ids })
  if (found.length < new Set(ids).size) throw new ApiError('group_not_found')
  return found
}
