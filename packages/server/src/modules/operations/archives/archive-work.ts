import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { findRow, holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import type { Job } from '../../../platform/queue.ts'
import { auditUpkeep, verifyAuditExport } from '../audit-events/index.ts'
import { digestOf, finishFile, writeUnfinished } from './archive-files.ts'
import { loadReading, unloadReading } from './archive-loading.ts'
import { rangeOf } from './archive-month.ts'
import { subjectOf } from './archives.present.ts'
import { type StoredArchive, updateOpenArchive } from './archives.repository.ts'

/** What is to be done: write an archive, read one that was opened, put one away that was closed. */
const Content = z.union([
  z.object({ id: z.uuid() }),
  z.object({ load: z.uuid() }),
  z.object({ unload: z.uuid() }),
])
type Work = Pick<Job, 'content' | 'signal' | 'isLast'>

/** Lines between two looks at whether to go on. */
const step = 5000

const isOpen = (row: StoredArchive | undefined): row is StoredArchive =>
  row?.state === 'PENDING' || row?.state === 'RUNNING'

/** The export's lines; the row tells how far they have come. */
async function* watched(
  ctx: Context,
  { id, month }: StoredArchive,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { exported: total } = await auditUpkeep.countEvents(ctx, rangeOf(month))
  let count = 0
  for await (const line of auditUpkeep.exportAuditEvents(ctx, rangeOf(month))) {
    yield line
    count += 1
    if (count % step !== 0) continue
    signal.throwIfAborted()
    // The last percent is the proof.
    await updateOpenArchive(ctx, id, { progress: Math.min(99, (count / Math.max(1, total)) * 99) })
  }
}

/** The number of events in a written file, once it verifies. @throws Error naming what is wrong */
const verified = async (file: string): Promise<number> => {
  const { valid, events, faults } = await verifyAuditExport({ file })
  if (!valid) throw new Error(`the archived log does not verify: ${faults[0] ?? ''}`)
  return events
}

/** Whichever node has its file first gives it the name; the other's is thrown away. */
const finish = async (ctx: Context, { id, month }: StoredArchive, file: string) => {
  const event_count = await verified(file)
  const { bytes, sha256 } = await digestOf(file)
  await ctx.transaction(async (ctx) => {
    const row = await holdRow(ctx, 'audit_archives', id)
    if (!isOpen(row)) return
    await finishFile(ctx, month, file)
    const to = {
      state: 'READY',
      event_count,
      bytes,
      sha256,
      progress: 100,
      node: hostname(),
      completed_at: ctx.platform.clock.now(),
    } as const
    await updateRow(ctx, 'audit_archives', { id: row.id, ...to })
    const attributes = { month, events: event_count, bytes, sha256 }
    audit(ctx, 'AUDIT_ARCHIVED', { subject: subjectOf(row), attributes })
  })
}

const write = async (ctx: Context, row: StoredArchive, signal: AbortSignal): Promise<void> => {
  const { id, month } = row
  const { unchained } = await auditUpkeep.countEvents(ctx, rangeOf(month))
  if (unchained > 0) throw new Error(`${unchained} events of ${month} are not in the chain yet`)
  // Another node may have ended it since.
  if ((await updateOpenArchive(ctx, id, { state: 'RUNNING' })) === undefined) return
  const file = await writeUnfinished(ctx, month, watched(ctx, row, signal))
  try {
    await finish(ctx, row, file)
  } finally {
    await rm(file, { force: true })
  }
}

const giveUp = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const row = await holdRow(ctx, 'audit_archives', id)
    if (!isOpen(row)) return
    const completed_at = ctx.platform.clock.now()
    await updateRow(ctx, 'audit_archives', { id: row.id, state: 'FAILED', completed_at })
    const attributes = { month: row.month }
    audit(ctx, 'AUDIT_ARCHIVED', { subject: subjectOf(row), outcome: 'FAILURE', attributes })
  })

/** Writes an archive, proves it and puts it in its place. */
const writeArchive = async (ctx: Context, id: string, job: Work): Promise<void> => {
  const row = await findRow(ctx, 'audit_archives', id)
  if (!isOpen(row)) return
  try {
    await write(ctx, row, job.signal)
  } catch (error) {
    if (job.isLast) await giveUp(ctx, id)
    throw error
  }
}

/** A throw is tried again. */
export const workOnArchive = async (ctx: Context, job: Work): Promise<void> => {
  const content = Content.parse(job.content)
  if ('load' in content) return loadReading(ctx, content.load, job)
  if ('unload' in content) return unloadReading(ctx, content.unload, job)
  return writeArchive(ctx, content.id, job)
}
