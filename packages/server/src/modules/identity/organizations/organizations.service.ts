import type {
  NewOrganization,
  Organization,
  OrganizationChange,
  OrganizationPageRequest,
  OrganizationSummary,
} from '@signet/contract/identity/organizations'
import { foldName } from '@signet/rules/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList, type Total } from '../../../kit/lists.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { groupsInSight } from '../groups/index.ts'
import { membersOf } from '../members/index.ts'
import * as repository from './organizations.repository.ts'

type StoredOrganization = repository.StoredOrganization

export const organizationMembers = membersOf('organizations')

const deepest = 10

const orNotFound = foundOr('organization_not_found')

const summaryOf = (
  row: repository.FoundOrganization,
  { count, estimated }: Total,
): z.input<typeof OrganizationSummary> => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  parentId: row.parent_id,
  parentName: row.parent_name,
  createdAt: row.created_at,
  version: row.version,
  memberCount: count,
  memberCountEstimated: estimated,
})

/** @throws organization_not_found */
export const read = async (ctx: Context, id: string) => {
  const organization = orNotFound(await repository.findOrganization(ctx, id))
  const members = await organizationMembers.count(ctx, id)
  const line = await repository.listLine(ctx, id, deepest)
  const wire: z.input<typeof Organization> = {
    ...summaryOf(organization, members),
    ancestors: line.slice(0, -1),
  }
  return versioned(wire, organization.version)
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

const refusingDuplicates = unique({
  organizations_tenant_id_name_key_key: { code: 'organization_exists', path: 'body.name' },
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

const subjectOf = ({ id, name }: StoredOrganization) => ({ entity: 'ORGANIZATIONS', id, name })

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
      if (wanted.parentId !== null) await repository.lockTree(ctx)
      await expectPlace(ctx, { parentId: wanted.parentId, id, height: 1 })
      await insertRow(ctx, 'organizations', row)
      audit(ctx, 'ORGANIZATION_CREATED', { subject: subjectOf(row), after: shown(row) })
    }),
  )
  return read(ctx, id)
}

const write = async (ctx: Context, id: string, change: z.output<typeof OrganizationChange>) => {
  if (change.parentId !== undefined) await repository.lockTree(ctx)
  const before = orNotFound(await repository.findForChange(ctx, id))
  expectVersion(ctx, before.version)
  const columns = columnsOf(
    change.name ?? before.name,
    change.displayName ?? before.display_name,
    change.parentId === undefined ? before.parent_id : change.parentId,
  )
  if (JSON.stringify(shown(columns)) === JSON.stringify(shown(before))) return
  if (columns.parent_id !== before.parent_id) {
    const height = await repository.heightOf(ctx, id, deepest)
    await expectPlace(ctx, { parentId: columns.parent_id, id, height })
  }
  await updateRow(ctx, 'organizations', { id, ...columns })
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
  ctx.transaction(async (ctx) => {
    const organization = orNotFound(await repository.findForChange(ctx, id))
    expectVersion(ctx, organization.version)
    await refuseInUse(ctx, id)
    await removeRow(ctx, 'organizations', id)
    audit(ctx, 'ORGANIZATION_DELETED', {
      subject: subjectOf(organization),
      before: shown(organization),
    })
    return undefined
  })
