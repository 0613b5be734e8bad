import type { AuditPageRequest } from '@signet/contract/operations/audit-events'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findRow, holdRow, insertRow } from '../../../platform/db/row-sets.ts'
import { auditUpkeep } from '../audit-events/index.ts'
import { findReading, removeReading, type StoredReading } from './archive-readings.repository.ts'
import { archivedEvents } from './archived-events.repository.ts'
import {
  creatorOf,
  expectWholeSight,
  presentArchive,
  subjectOf,
  writtenArchive,
} from './archives.present.ts'
import { type StoredArchive } from './archives.repository.ts'

/** An archive is open for so long. */
const openMillis = 7 * 86_400_000

const enqueue = (ctx: Context, content: Readonly<Record<string, string>>) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'audit-archives',
    content,
  })

/** Ends a reading, whether its time was over or not; a job takes its events away. */
const end = async (ctx: Context, archiveId: string): Promise<boolean> => {
  const ended = await removeReading(ctx, archiveId)
  if (ended !== undefined) await enqueue(ctx, { unload: ended.id })
  return ended !== undefined
}

const begin = async (ctx: Context, archive: StoredArchive): Promise<StoredReading> => {
  await end(ctx, archive.id)
  const now = ctx.platform.clock.now()
  const reading = await insertRow(ctx, 'archive_readings', {
    id: ctx.platform.ids.uuid(),
    archive_id: archive.id,
    state: 'LOADING',
    opened_by: creatorOf(ctx),
    opened_at: now,
    expires_at: new Date(now.getTime() + openMillis),
  })
  await enqueue(ctx, { load: reading.id })
  const attributes = { month: archive.month }
  audit(ctx, 'AUDIT_ARCHIVE_OPENED', { subject: subjectOf(archive), attributes })
  return reading
}

/**
 * Has a job read the archive's file; what is open or being read stays as it is.
 * @throws access_denied, not_found, archive_not_ready
 */
export const open = async (ctx: Context, id: string) => {
  expectWholeSight(ctx)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const archive = writtenArchive(await holdRow(ctx, 'audit_archives', id))
    const known = await findReading(ctx, id)
    const isKept = known !== undefined && known.state !== 'FAILED'
    return presentArchive(archive, isKept ? known : await begin(ctx, archive))
  })
}

/** Ends the reading; of no effect when it is closed. @throws access_denied, not_found */
export const close = async (ctx: Context, id: string): Promise<undefined> => {
  expectWholeSight(ctx)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    const archive = await holdRow(ctx, 'audit_archives', id)
    if (archive === undefined) throw new ApiError('not_found')
    if (!(await end(ctx, id))) return
    const attributes = { month: archive.month }
    audit(ctx, 'AUDIT_ARCHIVE_CLOSED', { subject: subjectOf(archive), attributes })
  })
}

/** The beginning and the end of times that a file may hold. */
const whole = { from: '1970-01-01T00:00:00Z', until: '9999-12-31T00:00:00Z' }

/** @throws access_denied, not_found, archive_not_open */
export const search = async (
  ctx: Context,
  id: string,
  wanted: z.output<typeof AuditPageRequest>,
) => {
  expectWholeSight(ctx)
  if ((await findRow(ctx, 'audit_archives', id)) === undefined) throw new ApiError('not_found')
  const reading = await findReading(ctx, id)
  if (reading?.state !== 'OPEN') throw new ApiError('archive_not_open')
  const { from = whole.from, until = whole.until, ...rest } = wanted
  const source = archivedEvents(ctx, reading.id)
  return auditUpkeep.searchIn(ctx, { ...rest, from, until }, { source, order: 'desc' })
}
