import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Route } from '../../../kit/routes.ts'
import { findRow, holdRow } from '../../../platform/db/row-sets.ts'
import type { Job } from '../../../platform/queue.ts'
import { lentContext, sightOf } from '../saved-reports/index.ts'
import { factsOf } from './exported-lists.ts'
import {
  type ExportChange,
  insertPart,
  type StoredExport,
  updateExport,
} from './list-exports.repository.ts'
import { lineOf, linesOf } from './list-lines.ts'
import { readPage } from './list-pages.ts'

/** What a job works before it hands over to the next. */
const sliceMillis = 30_000
/** Lines are kept once there are so many bytes of them: more is not held in memory. */
const partBytes = 524_288
const mostBytes = 1_073_741_824
const mark = '\uFEFF'

const Content = z.object({ id: z.uuid() })
type Work = Pick<Job, 'content' | 'signal' | 'isLast'>

export const enqueueExport = (ctx: Context, id: string) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'list-exports',
    content: { id },
  })

export const subjectOf = ({ id, list }: Pick<StoredExport, 'id' | 'list'>) => ({
  entity: 'EXPORTREPORTS',
  id,
  name: list,
})

const isOpen = (row: StoredExport | null | undefined): row is StoredExport =>
  row?.state === 'PENDING' || row?.state === 'RUNNING'

/** It comes to an end before the list does: trying again does not help. */
class Ended extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`an export ended: ${reason}`)
    this.reason = reason
  }
}

/** The owner as they are now. @throws Ended when they may not see what they have asked for */
const ownerContext = async (ctx: Context, row: StoredExport): Promise<Context> => {
  const lent = await lentContext(ctx, row.owner_id, row.id)
  if ('fault' in lent) throw new Ended(lent.fault)
  const needs = [['EXPORTREPORTS', 'VIEW'], factsOf(row.list).endpoint.needs] as const
  const isAllowed = needs.every((need) => mayDo(lent.ctx, need))
  if (!isAllowed || sightOf(lent.actor) !== row.sight) throw new Ended('RIGHTS_LOST')
  return lent.ctx
}

interface Part {
  readonly content: Buffer
  readonly rows: number
  /** Where the next one begins; null after the last. */
  readonly next: string | null
}

const headOf = ({ columns, byte_order_mark: isMarked }: StoredExport): string =>
  `${isMarked ? mark : ''}${lineOf(columns)}`

/** The next lines, page by page, until they are enough for a part. */
const readPart = async (ctx: Context, route: Route, row: StoredExport): Promise<Part> => {
  const pieces = row.part_count === 0 ? [headOf(row)] : []
  let size = 0
  let count = 0
  let cursor = row.next_cursor
  do {
    const page = await readPage(ctx, route, { ...row, next_cursor: cursor })
    const lines = linesOf(page.rows, row.columns)
    pieces.push(lines)
    size += lines.length
    count += page.rows.length
    cursor = page.next
  } while (cursor !== null && size < partBytes)
  return { content: Buffer.from(pieces.join('')), rows: count, next: cursor }
}

const changeBy = (
  ctx: Context,
  row: StoredExport,
  { content, rows, next }: Part,
): ExportChange => ({
  next_cursor: next,
  row_count: row.row_count + rows,
  part_count: row.part_count + 1,
  bytes: row.bytes + content.length,
  ...(next === null
    ? { state: 'READY', ended_at: ctx.platform.clock.now() }
    : { state: 'RUNNING' }),
})

/**
 * Keeps a part with the place where the next one begins: killed at any moment, a line is in the
 * file once. Null when the export has been deleted meanwhile or another job is further.
 */
const keepPart = (ctx: Context, row: StoredExport, part: Part): Promise<StoredExport | null> =>
  ctx.transaction(async (ctx) => {
    const present = await holdRow(ctx, 'list_exports', row.id)
    if (!isOpen(present) || present.part_count !== row.part_count) return null
    if (present.bytes + part.content.length > mostBytes) throw new Ended('TOO_LARGE')
    await insertPart(ctx, present, part.content)
    const kept = await updateExport(ctx, row.id, changeBy(ctx, present, part))
    if (kept.state === 'READY') {
      const attributes = { rows: kept.row_count, bytes: kept.bytes }
      audit(ctx, 'LIST_EXPORT_COMPLETED', { subject: subjectOf(kept), attributes })
    }
    return kept
  })

const fail = (ctx: Context, id: string, reason: string): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const row = await holdRow(ctx, 'list_exports', id)
    if (!isOpen(row)) return
    await updateExport(ctx, id, { state: 'FAILED', reason, ended_at: ctx.platform.clock.now() })
    const attributes = { reason }
    audit(ctx, 'LIST_EXPORT_COMPLETED', {
      subject: subjectOf(row),
      outcome: 'FAILURE',
      attributes,
    })
  })

const makeSlice = async (
  ctx: Context,
  route: Route,
  { begun, signal }: { readonly begun: StoredExport; readonly signal: AbortSignal },
): Promise<void> => {
  const started = performance.now()
  let row: StoredExport | null = begun
  while (isOpen(row)) {
    const part = await readPart(await ownerContext(ctx, row), route, row)
    row = await keepPart(ctx, row, part)
    if (isOpen(row) && (signal.aborted || performance.now() - started > sliceMillis)) {
      const { id } = row
      await ctx.transaction((ctx) => enqueueExport(ctx, id))
      return
    }
  }
}

/** Makes exports out of the calls that list: `routes` are all of the product's. */
export const createExportWork =
  (routes: readonly Route[]) =>
  async (ctx: Context, job: Work): Promise<void> => {
    const { id } = Content.parse(job.content)
    const row = await findRow(ctx, 'list_exports', id)
    if (!isOpen(row)) return
    const { endpoint } = factsOf(row.list)
    const route = routes.find((each) => each.endpoint === endpoint)
    if (route === undefined) throw new Error(`nothing answers ${endpoint.path}`)
    await ctx.platform.secrets.ready(ctx.tenant.id)
    try {
      await makeSlice(ctx, route, { begun: row, signal: job.signal })
    } catch (error) {
      const reason = error instanceof Ended ? error.reason : null
      const refusal = error instanceof ApiError && error.code !== 'service_unavailable'
      if (reason !== null) return fail(ctx, id, reason)
      if (refusal) return fail(ctx, id, error.code)
      if (job.isLast) await fail(ctx, id, 'ERROR')
      throw error
    }
  }
