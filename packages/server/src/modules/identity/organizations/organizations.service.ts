import type {
  NewOrganization,
  OrganizationChange,
  OrganizationPageRequest,
} from '@signet/contract/identity/organizations'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { groupsInSight } from '../groups/index.ts'
import { listPage, mostCounted } from './organization-lists.repository.ts'
import { countMembers, namesOfMembers } from './organization-members.repository.ts'
import { presentOrganization, summaryOf } from './organizations.present.ts'
import {
  findForChange,
  findOrganization,
  heightOf,
  insertOrganization,
  listChildren,
  listForLink,
  listLine,
  lockTree,
  type OrganizationColumns,
  removeOrganization,
  type StoredOrganization,
  updateOrganization,
} from './organizations.repository.ts'

/** Three characters make a trigram; fewer are looked for at the beginning only. */
const shortest = 3
const deepest = 10

const orNotFound = <O>(organization: O | undefined): O => {
  if (organization === undefined) throw new ApiError('organization_not_found')
  return organization
}

/** @throws organization_not_found */
export const read = async (ctx: Context, id: string) => {
  const organization = orNotFound(await findOrganization(ctx, id))
  const members = await countMembers(ctx, id)
  const line = await listLine(ctx, id, deepest)
  return versioned(
    presentOrganization(organization, { members, ancestors: line.slice(0, -1) }),
    organization.version,
  )
}

/** A page of organizations, in one statement. */
export const list = async (ctx: Context, wanted: z.output<typeof OrganizationPageRequest>) => {
  const { limit, cursor, descending, ...rest } = wanted
  const name = `organizations ${descending} ${JSON.stringify(rest)}`
  const position = positionOf(ctx, name, cursor)
  const term = wanted.search === undefined ? null : foldName(wanted.search)
  const isShort = term !== null && [...term].length < shortest
  const filter = {
    parentId: wanted.parentId ?? null,
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
    if (!isUniqueViolation(error, 'organizations_tenant_id_name_key_key')) throw error
    const fields = [{ path: 'body.name', message: 'is taken' }]
    throw new ApiError('organization_exists', { fields, cause: error })
  }
}

const columnsOf = (name: string, displayName: string, parentId: string | null) => ({
  name,
  name_key: foldName(name),
  display_name: displayName,
  search_text: [...new Set([foldName(name), foldName(displayName)])].join('\n'),
  parent_id: parentId,
})

const shown = ({ name, display_name: displayName, parent_id: parentId }: OrganizationColumns) => ({
  name,
  displayName,
  parentId,
})

const subjectOf = ({ id, name }: StoredOrganization) => ({ entity: 'ORGANIZATIONS', id, name })

/**
 * That an organization, with `height` levels at and below it, fits below another one.
 * @throws organization_not_found, organization_too_deep
 */
const expectPlace = async (
  ctx: Context,
  place: { readonly parentId: string | null; readonly id: string; readonly height: number },
): Promise<void> => {
  if (place.parentId === null) return
  const line = await listLine(ctx, place.parentId, deepest)
  if (line.length === 0) throw new ApiError('organization_not_found')
  const isBelowItself = line.some(({ id }) => id === place.id)
  if (isBelowItself || line.length + place.height > deepest) {
    throw new ApiError('organization_too_deep')
  }
}

/** @throws organization_exists, organization_not_found, organization_too_deep */
export const create = async (ctx: Context, wanted: z.output<typeof NewOrganization>) => {
  const id = ctx.platform.ids.uuid()
  const row = {
    tenant_id: ctx.tenant.id,
    id,
    ...columnsOf(wanted.name, wanted.displayName ?? wanted.name, wanted.parentId),
    created_at: ctx.platform.clock.now(),
    version: 1,
  }
  await refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      if (wanted.parentId !== null) await lockTree(ctx)
      await expectPlace(ctx, { parentId: wanted.parentId, id, height: 1 })
      await insertOrganization(ctx, row)
      audit(ctx, 'ORGANIZATION_CREATED', { subject: subjectOf(row), after: shown(row) })
    }),
  )
  return read(ctx, id)
}

const write = async (ctx: Context, id: string, change: z.output<typeof OrganizationChange>) => {
  if (change.parentId !== undefined) await lockTree(ctx)
  const before = orNotFound(await findForChange(ctx, id))
  expectVersion(ctx, before.version)
  const columns = columnsOf(
    change.name ?? before.name,
    change.displayName ?? before.display_name,
    change.parentId === undefined ? before.parent_id : change.parentId,
  )
  if (JSON.stringify(shown(columns)) === JSON.stringify(shown(before))) return
  if (columns.parent_id !== before.parent_id) {
    const height = await heightOf(ctx, id, deepest)
    await expectPlace(ctx, { parentId: columns.parent_id, id, height })
  }
  await updateOrganization(ctx, id, columns)
  audit(ctx, 'ORGANIZATION_UPDATED', {
    subject: { ...subjectOf(before), name: columns.name },
    before: shown(before),
    after: shown(columns),
  })
}

/** @throws organization_not_found, organization_exists, organization_too_deep, precondition_failed */
export const update = async (
  ctx: Context,
  id: string,
  change: z.output<typeof OrganizationChange>,
) => {
  await refusingDuplicates(() => ctx.transaction((ctx) => write(ctx, id, change)))
  return read(ctx, id)
}

const refuseInUse = async (ctx: Context, id: string): Promise<void> => {
  const children = await listChildren(ctx, id)
  const { count } = await countMembers(ctx, id)
  if (children.count + count === 0) return
  throw new ApiError('organization_in_use', {
    parameters: {
      members: count,
      memberNames:
        groupsInSight(ctx) === 'ALL' && mayDo(ctx, ['USERS', 'VIEW'])
          ? (await namesOfMembers(ctx, id)).join(', ')
          : '',
      children: children.count,
      childNames: children.names.join(', '),
    },
  })
}

/** @throws organization_not_found, organization_in_use, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const organization = orNotFound(await findForChange(ctx, id))
    expectVersion(ctx, organization.version)
    await refuseInUse(ctx, id)
    await removeOrganization(ctx, id)
    audit(ctx, 'ORGANIZATION_DELETED', {
      subject: subjectOf(organization),
      before: shown(organization),
    })
    return undefined
  })

/** Organizations about to be linked, kept until the transaction ends. @throws organization_not_found */
export const expectOrganizations = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredOrganization[]> => {
  const found = await listForLink(ctx, ids)
  if (found.length < new Set(ids).size) throw new ApiError('organization_not_found')
  return found
}
