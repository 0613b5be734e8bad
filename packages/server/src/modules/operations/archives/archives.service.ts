import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { Streamed } from '../../../kit/routes.ts'
import { findRow, holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import { archivePath, isWhole, readWhole } from './archive-files.ts'
import { hasEnded } from './archive-month.ts'
import { findReading, listReadings } from './archive-readings.repository.ts'
import {
  creatorOf,
  digestOf,
  expectWholeSight,
  presentArchive,
  subjectOf,
  writtenArchive,
} from './archives.present.ts'
import {
  findByMonth,
  insertArchive,
  listArchives,
  type StoredArchive,
} from './archives.repository.ts'

export const list = async (ctx: Context) => {
  expectWholeSight(ctx)
  const [rows, readings] = await Promise.all([listArchives(ctx), listReadings(ctx)])
  const byArchive = new Map(readings.map((reading) => [reading.archive_id, reading]))
  return rows.map((row) => presentArchive(row, byArchive.get(row.id)))
}

const stands = async (ctx: Context, row: StoredArchive): Promise<boolean> => {
  const digest = digestOf(row)
  return digest !== null && (await isWhole(archivePath(ctx, row.month), digest))
}

/** Whether there is nothing to be waited for and nothing to be had. */
const isLost = async (ctx: Context, row: StoredArchive): Promise<boolean> =>
  row.state === 'FAILED' || (row.state === 'READY' && !(await stands(ctx, row)))

const nothingDone = { event_count: 0, bytes: 0, sha256: null, progress: 0, node: null } as const

const insertNew = (ctx: Context, month: string) =>
  insertArchive(ctx, {
    ...nothingDone,
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    month,
    state: 'PENDING',
    created_by: creatorOf(ctx),
    created_at: ctx.platform.clock.now(),
    completed_at: null,
  })

/** Another call may have begun it again in the meantime: that one counts. */
const beginAgain = async (ctx: Context, lost: StoredArchive) => {
  const row = await holdRow(ctx, 'audit_archives', lost.id)
  if (row?.version !== lost.version) return undefined
  const change = { ...nothingDone, completed_at: null, state: 'PENDING' } as const
  return updateRow(ctx, 'audit_archives', { id: row.id, ...change })
}

/** The month's archive, which a job of the queue writes. @throws access_denied, archive_month_open */
export const create = async (ctx: Context, month: string) => {
  expectWholeSight(ctx)
  if (!hasEnded(month, ctx.platform.clock.now())) throw new ApiError('archive_month_open')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const known = await findByMonth(ctx, month)
  if (known !== undefined && !(await isLost(ctx, known)))
    return presentArchive(known, await findReading(ctx, known.id))
  return ctx.transaction(async (ctx) => {
    const begun = await (known === undefined ? insertNew(ctx, month) : beginAgain(ctx, known))
    const row = begun ?? (await findByMonth(ctx, month))
    if (row === undefined) throw new Error(`the archive of ${month} is gone`)
    if (begun !== undefined) {
      const { id } = begun
      await ctx.platform.queue.enqueue(ctx.db, {
        tenantId: ctx.tenant.id,
        queue: 'audit-archives',
        content: { id },
      })
      audit(ctx, 'AUDIT_ARCHIVE_STARTED', { subject: subjectOf(begun), attributes: { month } })
    }
    return presentArchive(row, await findReading(ctx, row.id))
  })
}

/** @throws access_denied, not_found, archive_not_ready, archive_damaged */
export const download = async (ctx: Context, id: string): Promise<Streamed> => {
  expectWholeSight(ctx)
  const row = writtenArchive(await findRow(ctx, 'audit_archives', id))
  const { digest } = row
  const file = archivePath(ctx, row.month)
  if (!(await isWhole(file, digest))) throw new ApiError('archive_damaged')
  await ctx.transaction(async (ctx) => {
    const { month } = row
    const attributes = { month, sha256: digest.sha256 }
    audit(ctx, 'AUDIT_ARCHIVE_DOWNLOADED', { subject: subjectOf(row), attributes })
  })
  return new Streamed(`audit-${row.month}.jsonl.gz`, readWhole(file, digest))
}
