import {
  type NewOrganization,
  type Organization,
  type OrganizationChange,
  type OrganizationPageRequest,
  OrganizationSummary,
} from '@signet/contract/identity/organizations'
import { foldName } from '@signet/rules/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList, type Total } from '../../../kit/lists.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { groupsInSight } from '../groups/index.ts'
import { membersOf } from '../members/index.ts'
import * as repository from './organizations.repository.ts'

type StoredOrganization = repository.StoredOrganization

export const organizationMembers = membersOf('organizations')

const deepest = 10

const summary = fieldsOf(OrganizationSummary)

const summaryOf = (row: repository.FoundOrganization, { count, estimated }: Total) =>
  summary({ ...row, member_count: count, member_count_estimated: estimated })

const present = async (
  row: StoredOrganization,
  ctx: Context,
): Promise<z.input<typeof Organization>> => {
  const members = await organizationMembers.count(ctx, row.id)
  const ancestors = (await repository.listLine(ctx, row.id, deepest)).slice(0, -1)
  const parent_name = ancestors.at(-1)?.name ?? null
  return { ...summaryOf({ ...row, parent_name }, members), ancestors }
}

const none: Total = { count: 0, estimated: false }

/** Organizations by name. */
export const list = keysetList({
  name: 'organizations',
  keys: [
    ['name_key', 'text'],
    ['id', 'uuid'],
  ],
  rows: (ctx, { parentId }: z.output<typeof OrganizationPageRequest>) =>
    repository
      .withParent(ctx)
      .$if(parentId !== undefined, (query) => query.where('o.parent_id', '=', parentId ?? '')),
  search: (_ctx, { parentId }, page) =>
    sql`search_organizations(${page}, null, ${parentId ?? null}::uuid, null)`,
  // As many as the organization's own answer tells: it belongs to no group.
  present: async (ctx, rows) => {
    const ids = rows.map(({ id }) => id)
    const members = await organizationMembers.countEach(ctx, ids)
    return rows.map((row) => summaryOf(row, members.get(row.id) ?? none))
  },
})

const columnsOf = (name: string, displayName: string, parentId: string | null) => ({
  name,
  name_key: foldName(name),
  display_name: displayName,
  search_text: [...new Set([foldName(name), foldName(displayName)])].join('\n'),
  parent_id: parentId,
})

const shown = ({
  name,
  display_name: displayName,
  parent_id: parentId,
}: repository.OrganizationColumns) => ({
  name,
  displayName,
  parentId,
})

const rows = namedRows({
  ...rowsOf('organizations'),
  entity: 'ORGANIZATIONS',
  action: 'ORGANIZATION',
  missing: 'organization_not_found',
  taken: {
    organizations_tenant_id_name_key_key: { code: 'organization_exists', path: 'body.name' },
  },
  shown,
  present,
})

/** @throws organization_not_found */
export const { read } = rows

/** Organizations about to be linked, kept until the transaction ends. @throws organization_not_found */
export const expectOrganizations = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredOrganization[]> => {
  const found = await repository.listForLink(ctx, ids)
  if (found.length < new Set(ids).size) throw new ApiError('organization_not_found')
  return found
}

/**
 * That an organization, with `height` levels at and below it, fits below another one.
 * @throws organization_not_found, organization_too_deep
 */
const expectPlace = async (
  ctx: Context,
  place: { readonly parentId: string | null; readonly id: string; readonly height: number },
): Promise<void> => {
  if (place.parentId === null) return
  await expectOrganizations(ctx, [place.parentId])
  const line = await repository.listLine(ctx, place.parentId, deepest)
  const isBelowItself = line.some(({ id }) => id === place.id)
  if (isBelowItself || line.length + place.height > deepest) {
    throw new ApiError('organization_too_deep')
  }
}

/** @throws organization_exists, organization_not_found, organization_too_deep */
export const create = (
  ctx: Context,
  { name, displayName = name, parentId }: z.output<typeof NewOrganization>,
) =>
  rows.create(ctx, async (ctx) => {
    const begun = newIds(ctx)
    if (parentId !== null) await repository.lockTree(ctx)
    await expectPlace(ctx, { parentId, id: begun.id, height: 1 })
    const columns = { ...begun, ...columnsOf(name, displayName, parentId) }
    return insertRow(ctx, 'organizations', columns)
  })

/** @throws organization_not_found, organization_exists, organization_too_deep, precondition_failed */
export const update = (ctx: Context, id: string, change: z.output<typeof OrganizationChange>) =>
  ctx.transaction(async (ctx) => {
    if (change.parentId !== undefined) await repository.lockTree(ctx)
    return rows.change(ctx, id, async (ctx, before) => {
      const columns = columnsOf(
        change.name ?? before.name,
        change.displayName ?? before.display_name,
        change.parentId === undefined ? before.parent_id : change.parentId,
      )
      if (JSON.stringify(shown(columns)) === JSON.stringify(shown(before))) return before
      if (columns.parent_id !== before.parent_id) {
        const height = await repository.heightOf(ctx, id, deepest)
        await expectPlace(ctx, { parentId: columns.parent_id, id, height })
      }
      return updateRow(ctx, 'organizations', { id, ...columns })
    })
  })

const refuseInUse = async (ctx: Context, id: string): Promise<void> => {
  const children = await repository.listChildren(ctx, id)
  const { count } = await organizationMembers.count(ctx, id)
  if (children.count + count === 0) return
  throw new ApiError('organization_in_use', {
    parameters: {
      members: count,
      memberNames:
        groupsInSight(ctx) === 'ALL' && mayDo(ctx, ['USERS', 'VIEW'])
          ? (await organizationMembers.names(ctx, id)).join(', ')
          : '',
      children: children.count,
      childNames: children.names.join(', '),
    },
  })
}

/** @throws organization_not_found, organization_in_use, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  rows.remove(ctx, id, (ctx) => refuseInUse(ctx, id))
