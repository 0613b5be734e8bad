import type { GroupChange, GroupPageRequest, NewGroup } from '@signet/contract/identity/groups'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { listPage, mostCounted } from './group-lists.repository.ts'
import {
  countMembers,
  namesOfMembers,
  removeMembers,
  rolesLimitedTo,
} from './group-members.repository.ts'
import { expectAllGroups, refuseDirectoryFields, type StoredGroup } from './groups.policy.ts'
import { presentGroup, summaryOf } from './groups.present.ts'
import {
  findByExternalId,
  findGroup,
  findGroupForChange,
  insertGroups,
  listForLink,
  listSeen,
  removeGroup,
  updateGroup,
} from './groups.repository.ts'

/** Three characters make a trigram; fewer are looked for at the beginning only. */
const shortest = 3

const orNotFound = (group: StoredGroup | undefined): StoredGroup => {
  if (group === undefined) throw new ApiError('group_not_found')
  return group
}

const shown = async (ctx: Context, group: StoredGroup) =>
  versioned(presentGroup(group, await countMembers(ctx, group.id)), group.version)

export const listAll = async (ctx: Context) => (await listSeen(ctx)).map(summaryOf)

/** @throws group_not_found */
export const read = async (ctx: Context, id: string) =>
  shown(ctx, orNotFound(await findGroup(ctx, id)))

/** @throws group_not_found */
export const readByExternalId = async (ctx: Context, externalId: string) =>
  shown(ctx, orNotFound(await findByExternalId(ctx, externalId)))

/** A page of the groups that the actor knows of, in one statement. */
export const list = async (ctx: Context, wanted: z.output<typeof GroupPageRequest>) => {
  const { limit, cursor, descending, ...rest } = wanted
  const name = `groups ${descending} ${JSON.stringify(rest)}`
  const position = positionOf(ctx, name, cursor)
  const term = wanted.search === undefined ? null : foldName(wanted.search)
  const isShort = term !== null && [...term].length < shortest
  const filter = {
    type: wanted.type ?? null,
    prefix: isShort ? term : null,
    term: isShort ? null : term,
  }
  const rows = await listPage(ctx, filter, { descending, limit, position })
  const count = rows[0]?.total ?? 0
  const page = pageOf(ctx, {
    list: name,
    limit,
    position,
    rows,
    edge: (row) => [row.name_key, row.id],
    total: { count, estimated: count > mostCounted },
  })
  return { ...page, results: page.results.map(summaryOf) }
}

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    const path = isUniqueViolation(error, 'groups_tenant_id_name_key_key')
      ? 'body.name'
      : isUniqueViolation(error, 'groups_by_external_id')
        ? 'body.externalId'
        : null
    if (path === null) throw error
    throw new ApiError('group_exists', { fields: [{ path, message: 'is taken' }], cause: error })
  }
}

const derivedColumns = ({ name, external_id }: Pick<StoredGroup, 'name' | 'external_id'>) => ({
  name_key: foldName(name),
  search_text: [foldName(name), foldName(external_id ?? '')].filter((text) => text).join('\n'),
})

export const wireFields = ({ name, description, external_id: externalId, type }: StoredGroup) => ({
  name,
  description,
  externalId,
  type,
})

export const subjectOf = ({ id, name }: StoredGroup) => ({ entity: 'GROUPS', id, name })

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

/**
 * Creates groups as part of the caller's transaction, an event for each. A unique violation, of
 * names that are taken or given twice, is the caller's.
 */
export const createGroups = async (
  ctx: Context,
  wanted: readonly WantedGroup[],
): Promise<readonly StoredGroup[]> => {
  const rows = wanted.map((each) => rowOf(ctx, each))
  await insertGroups(ctx, rows)
  for (const row of rows) {
    audit(ctx, 'GROUP_CREATED', { subject: subjectOf(row), after: wireFields(row) })
  }
  return rows
}

/** @throws rights_not_held, group_exists */
export const create = async (ctx: Context, wanted: z.output<typeof NewGroup>) => {
  expectAllGroups(ctx)
  const [group] = await refusingDuplicates(() =>
    ctx.transaction((ctx) => createGroups(ctx, [wanted])),
  )
  const made = orNotFound(group)
  return versioned(presentGroup(made, { count: 0, estimated: false }), made.version)
}

const readForChange = async (ctx: Context, id: string): Promise<StoredGroup> => {
  const group = orNotFound(await findGroupForChange(ctx, id))
  expectVersion(ctx, group.version)
  return group
}

/** The columns after a change; null when it changes nothing. @throws group_edit_restricted */
export const changedGroup = (group: StoredGroup, change: z.output<typeof GroupChange>) => {
  const before = wireFields(group)
  const wanted = { ...before, ...change }
  const fields = (['name', 'description', 'externalId'] as const).filter(
    (field) => wanted[field] !== before[field],
  )
  if (fields.length === 0) return null
  refuseDirectoryFields(group, fields)
  const named = { name: wanted.name, external_id: wanted.externalId }
  return { ...named, ...derivedColumns(named), description: wanted.description }
}

const write = async (ctx: Context, id: string, change: z.output<typeof GroupChange>) => {
  const group = await readForChange(ctx, id)
  const columns = changedGroup(group, change)
  if (columns === null) return group
  const before = wireFields(group)
  const after = await updateGroup(ctx, id, columns)
  audit(ctx, 'GROUP_UPDATED', { subject: subjectOf(after), before, after: wireFields(after) })
  return after
}

/** @throws group_not_found, group_exists, group_edit_restricted, precondition_failed */
export const update = async (ctx: Context, id: string, change: z.output<typeof GroupChange>) =>
  shown(ctx, await refusingDuplicates(() => ctx.transaction((ctx) => write(ctx, id, change))))

/** Whoever links a user or a role to the group waits for its row, which is held here. */
const refuseInUse = async (ctx: Context, id: string): Promise<void> => {
  const roles = await rolesLimitedTo(ctx, id)
  const { count } = await countMembers(ctx, id)
  if (roles.length === 0 && count === 0) return
  throw new ApiError('group_in_use', {
    parameters: {
      members: count,
      memberNames: mayDo(ctx, ['USERS', 'VIEW']) ? (await namesOfMembers(ctx, id)).join(', ') : '',
      roles: roles.length,
      roleNames: mayDo(ctx, ['ROLES', 'VIEW']) ? roles.slice(0, 5).join(', ') : '',
    },
  })
}

/** @throws group_not_found, group_in_use, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const group = await readForChange(ctx, id)
    await refuseInUse(ctx, id)
    await removeGroup(ctx, id)
    audit(ctx, 'GROUP_DELETED', { subject: subjectOf(group), before: wireFields(group) })
    return undefined
  })

const mostEmptied = 10_000

/** @throws group_not_found, rights_not_held, precondition_failed */
export const empty = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const group = orNotFound(await findGroup(ctx, id))
    expectVersion(ctx, group.version)
    expectAllGroups(ctx)
    const removed = await removeMembers(ctx, id, mostEmptied)
    const left = await namesOfMembers(ctx, id)
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
  const found = await listForLink(ctx, ids)
  if (found.length < new Set(ids).size) throw new ApiError('group_not_found')
  return found
}
