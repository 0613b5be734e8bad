import { ListExport, type NewListExport } from '@signet/contract/operations/list-exports'
import { listExportHours, mostListExports } from '@signet/rules/list-exports'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callingPrincipal } from '../../../kit/jobs.ts'
import { parseInput } from '../../../kit/parse.ts'
import { Streamed } from '../../../kit/routes.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { findRow, holdRow, insertRow, newIds, removeRows } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { sightOf } from '../saved-reports/index.ts'
import { factsOf, type ListFacts } from './exported-lists.ts'
import { listExportsOf, readParts, type StoredExport } from './list-exports.repository.ts'
import { enqueueExport, subjectOf } from './make-list-export.ts'

type Wanted = z.output<typeof NewListExport>

const hourMillis = 3_600_000

const exported = fieldsOf(ListExport)

const present = (row: StoredExport) =>
  exported({ ...row, name: row.input.name ?? null, rows: row.row_count })

const refused = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

const expectColumns = ({ columns = [] }: Wanted, { fields }: ListFacts): void => {
  const unknown = columns.find((column) => !fields.includes(column))
  if (unknown !== undefined) throw refused('columns', `${unknown} is no field of this list`)
  if (new Set(columns).size < columns.length) throw refused('columns', 'names a field twice')
}

/** What the call that lists will be given, once it takes it. */
const inputOf = (wanted: Wanted, { endpoint, isPaged }: ListFacts) => {
  if (isPaged && wanted.ids !== undefined) throw refused('ids', 'are for lists that come whole')
  const { limit: _limit, cursor: _cursor, ...body } = wanted.request
  const input = { params: wanted.params, body }
  parseInput(endpoint, { query: {}, ...input })
  return input
}

const newRow = (ctx: Context, wanted: Wanted, facts: ListFacts) => {
  const owner = callingPrincipal(ctx)
  const begun = newIds(ctx)
  return {
    ...begun,
    list: wanted.list,
    input: { ...inputOf(wanted, facts), name: wanted.name },
    ids: wanted.ids ?? null,
    columns: wanted.columns ?? facts.fields,
    byte_order_mark: wanted.byteOrderMark,
    state: 'PENDING' as const,
    row_count: 0,
    part_count: 0,
    bytes: 0,
    owner_id: owner.id,
    sight: sightOf(owner),
    expires_at: new Date(begun.created_at.getTime() + listExportHours * hourMillis),
  }
}

/** @throws access_denied, invalid_parameters, too_many_list_exports */
export const create = async (ctx: Context, wanted: Wanted) => {
  const facts = factsOf(wanted.list)
  if (!mayDo(ctx, facts.endpoint.needs)) throw new ApiError('access_denied')
  expectColumns(wanted, facts)
  const row = newRow(ctx, wanted, facts)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    await lockLimit(ctx, 'list_exports')
    const kept = await listExportsOf(ctx, row.owner_id)
    if (kept.length >= mostListExports) throw new ApiError('too_many_list_exports')
    const made = await insertRow(ctx, 'list_exports', row)
    await enqueueExport(ctx, made.id)
    audit(ctx, 'LIST_EXPORT_CREATED', {
      subject: subjectOf(made),
      attributes: { ...made.input, columns: made.columns },
    })
    return present(made)
  })
}

export const listOwn = async (ctx: Context) =>
  (await listExportsOf(ctx, callingPrincipal(ctx).id)).map(present)

/** @throws not_found for anyone but who asked for it, and once its time is over */
const own = (ctx: Context, row: StoredExport | undefined): StoredExport => {
  const isOwn = row?.owner_id === callingPrincipal(ctx).id
  if (row === undefined || !isOwn || row.expires_at <= ctx.platform.clock.now()) {
    throw new ApiError('not_found')
  }
  return row
}

export const read = async (ctx: Context, id: string) =>
  present(own(ctx, await findRow(ctx, 'list_exports', id)))

/** @throws access_denied when the owner sees no longer what the file shows */
const expectSight = (ctx: Context, { list, sight }: StoredExport): void => {
  const isSeen =
    mayDo(ctx, factsOf(list).endpoint.needs) && sightOf(callingPrincipal(ctx)) === sight
  if (!isSeen) throw new ApiError('access_denied')
}

/** @throws not_found, access_denied, list_export_not_ready */
export const download = async (ctx: Context, id: string): Promise<Streamed> => {
  const row = own(ctx, await findRow(ctx, 'list_exports', id))
  expectSight(ctx, row)
  if (row.state !== 'READY') throw new ApiError('list_export_not_ready')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'LIST_EXPORT_DOWNLOADED', {
      subject: subjectOf(row),
      attributes: { rows: row.row_count },
    })
  })
  return new Streamed(`${row.input.name ?? row.list}.csv`, readParts(ctx, row))
}

/** @throws not_found */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = own(ctx, await holdRow(ctx, 'list_exports', id))
    await removeRows(ctx, 'list_exports', [row])
    audit(ctx, 'LIST_EXPORT_DELETED', { subject: subjectOf(row) })
    return undefined
  })
