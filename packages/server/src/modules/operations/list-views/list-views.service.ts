import { needsOf } from '@signet/contract/kit/endpoint'
import type {
  ListView,
  ListViewChange,
  ListViewDefault,
  NewListView,
} from '@signet/contract/operations/list-views'
import type { ExportedList } from '@signet/rules/list-exports'
import { mostListViews, mostSharedListViews } from '@signet/rules/list-views'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { type Context, expectVersion, mayDo, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { holdRow, insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { isSuperAdministrator } from '../../settings/vouching/index.ts'
import { factsOf } from '../list-exports/index.ts'
import * as repository from './list-views.repository.ts'

type StoredView = repository.StoredView

const orNotFound = foundOr('not_found')

const refusingDuplicates = unique({
  list_views_of_owner: { code: 'list_view_exists', path: 'body.name' },
  list_views_shared: { code: 'list_view_exists', path: 'body.name' },
})

/** Whether the caller may see the list itself. */
const seesList = (ctx: Context, list: ExportedList): boolean =>
  needsOf(factsOf(list).endpoint).some((need) => mayDo(ctx, need))

/** A shared view is one for the whole tenant: administrators limited to groups change none. */
const mayChange = (ctx: Context, { owner_id: ownerId, shared_by: sharedBy }: StoredView) => {
  const { id, groupScope } = signedInUser(ctx)
  if (ownerId !== null) return ownerId === id
  return groupScope === 'ALL' && (sharedBy === id || isSuperAdministrator(ctx))
}

const present = (ctx: Context, row: repository.SeenView): z.input<typeof ListView> => ({
  id: row.id,
  list: row.list,
  name: row.name,
  query: row.query,
  shared: row.owner_id === null,
  mayChange: mayChange(ctx, row),
  isDefault: row.is_default,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

const subjectOf = ({ id, name }: StoredView) => ({ entity: 'SETTINGS', id, name })

const shown = ({ list, name, query, owner_id: ownerId }: StoredView) => ({
  list,
  name,
  query,
  shared: ownerId === null,
})

/** The view, where it is the caller's or shared, and of a list that they may see. */
const seen = <Row extends StoredView>(ctx: Context, row: Row | undefined): Row => {
  const found = orNotFound(row)
  const isTheirs = found.owner_id === null || found.owner_id === signedInUser(ctx).id
  if (!isTheirs || !seesList(ctx, found.list)) throw new ApiError('not_found')
  return found
}

/** @throws access_denied without permission to see the list */
export const list = async (ctx: Context, name: ExportedList) => {
  if (!seesList(ctx, name)) throw new ApiError('access_denied')
  const rows = await repository.listSeen(ctx, signedInUser(ctx).id, name)
  return rows.map((row) => present(ctx, row))
}

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = seen(ctx, await repository.findSeen(ctx, signedInUser(ctx).id, id))
  return versioned(present(ctx, row), row.version)
}

/** Room for one more of a person, or (null) for one more that is shared. @throws too_many_list_views */
const expectRoomFor = async (ctx: Context, ownerId: string | null): Promise<void> => {
  await lockLimit(ctx, 'list_views')
  const most = ownerId === null ? mostSharedListViews : mostListViews
  if ((await repository.countViews(ctx, ownerId)) < most) return
  throw new ApiError('too_many_list_views', { parameters: { most } })
}

/** @throws access_denied, rights_not_held, list_view_exists, too_many_list_views */
export const create = async (ctx: Context, wanted: z.output<typeof NewListView>) => {
  if (!seesList(ctx, wanted.list)) throw new ApiError('access_denied')
  const { shared, ...texts } = wanted
  if (shared) expectAllGroups(ctx)
  const { id: userId } = signedInUser(ctx)
  const ownership = shared
    ? { owner_id: null, shared_by: userId }
    : { owner_id: userId, shared_by: null }
  const begun = newIds(ctx)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoomFor(ctx, ownership.owner_id)
      const made = await insertRow(ctx, 'list_views', {
        ...begun,
        ...ownership,
        ...texts,
        name_key: foldName(texts.name),
        updated_at: begun.created_at,
      })
      audit(ctx, 'LIST_VIEW_CREATED', { subject: subjectOf(made), after: shown(made) })
      return read(ctx, made.id)
    }),
  )
}

/** @throws not_found, rights_not_held, precondition_failed */
const holdForChange = async (ctx: Context, id: string): Promise<StoredView> => {
  const row = seen(ctx, await holdRow(ctx, 'list_views', id))
  expectVersion(ctx, row.version)
  if (!mayChange(ctx, row)) throw new ApiError('rights_not_held')
  return row
}

type Change = z.output<typeof ListViewChange>
type Ownership = Pick<StoredView, 'owner_id' | 'shared_by'>

/** It is taken back by who shares it, and by anyone who may change it once that user is deleted. */
const ownershipOf = (ctx: Context, row: StoredView, { shared }: Change): Ownership => {
  if (shared === undefined || shared === (row.owner_id === null)) return row
  if (!shared) {
    const { id } = signedInUser(ctx)
    if ((row.shared_by ?? id) !== id) throw new ApiError('rights_not_held')
    return { owner_id: id, shared_by: null }
  }
  expectAllGroups(ctx)
  return { owner_id: null, shared_by: row.owner_id }
}

const write = async (ctx: Context, before: StoredView, after: StoredView): Promise<void> => {
  const { id, owner_id: ownerId, shared_by: sharedBy, name, name_key: nameKey, query } = after
  if (ownerId !== before.owner_id) {
    await expectRoomFor(ctx, ownerId)
    if (ownerId !== null) {
      await repository.removeDefaultsOfOthers(ctx, { userId: ownerId, view: before })
    }
  }
  const texts = { name, name_key: nameKey, query, updated_at: ctx.platform.clock.now() }
  await updateRow(ctx, 'list_views', { id, owner_id: ownerId, shared_by: sharedBy, ...texts })
  const values = { before: shown(before), after: shown(after) }
  audit(ctx, 'LIST_VIEW_UPDATED', { subject: subjectOf(after), ...values })
}

/** @throws not_found, rights_not_held, list_view_exists, too_many_list_views, precondition_failed */
export const update = (ctx: Context, id: string, change: Change) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await holdForChange(ctx, id)
      const { name = before.name, query = before.query } = change
      const { owner_id, shared_by } = ownershipOf(ctx, before, change)
      const after = { ...before, name, name_key: foldName(name), query, owner_id, shared_by }
      const isSame = JSON.stringify(shown(before)) === JSON.stringify(shown(after))
      if (!isSame) await write(ctx, before, after)
      return read(ctx, id)
    }),
  )

/** @throws not_found, rights_not_held, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await holdForChange(ctx, id)
    await removeRow(ctx, 'list_views', id)
    audit(ctx, 'LIST_VIEW_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

/** For the caller alone: the view and its version stay as they are. @throws not_found */
export const setDefault = (
  ctx: Context,
  id: string,
  { isDefault }: z.output<typeof ListViewDefault>,
) =>
  ctx.transaction(async (ctx) => {
    const view = seen(ctx, await holdRow(ctx, 'list_views', id))
    const choice = { userId: signedInUser(ctx).id, view }
    if (isDefault) await repository.insertDefault(ctx, choice)
    else await repository.removeDefault(ctx, choice)
    const attributes = { list: view.list, isDefault }
    audit(ctx, 'LIST_VIEW_UPDATED', { subject: subjectOf(view), attributes })
    return read(ctx, id)
  })
