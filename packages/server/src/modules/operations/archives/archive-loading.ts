import { z } from 'zod'
import { searchTextOf } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { findRow, noteRow } from '../../../platform/db/row-sets.ts'
import type { Job } from '../../../platform/queue.ts'
import { auditUpkeep } from '../audit-events/index.ts'
import { archivePath, isWhole } from './archive-files.ts'
import { holdLoading, type StoredReading } from './archive-readings.repository.ts'
import {
  type ArchivedEvent,
  insertArchivedEvents,
  removeArchivedEvents,
} from './archived-events.repository.ts'
import { digestOf } from './archives.present.ts'

const batchRows = 1000

const Named = z.object({
  actorName: z.string().default(''),
  entityName: z.string().default(''),
  requestId: z.string().default(''),
  address: z.string().nullable().default(null),
  country: z.string().nullable().default(null),
})
const Outcome = z.enum(['SUCCESS', 'FAILURE', 'DENIED'])

type Line = Awaited<ReturnType<typeof auditUpkeep.parseLine>>
type EventLine = Extract<NonNullable<Line>, { type: 'event' }>

const rowOf = (event: EventLine): ArchivedEvent => {
  const { action, entity, detail } = event
  const named = detail === null ? null : Named.parse(JSON.parse(detail))
  return {
    occurred_at: new Date(event.occurredAt),
    id: event.id,
    actor_kind: event.actorKind,
    actor_id: event.actorId,
    actor_name: named?.actorName ?? null,
    entity,
    entity_id: event.entityId,
    entity_name: named?.entityName ?? null,
    action,
    outcome: Outcome.parse(event.outcome),
    request_id: named?.requestId ?? null,
    address: named?.address ?? null,
    country: named?.country ?? null,
    detail,
    search_text:
      named === null
        ? ''
        : searchTextOf([named.actorName, named.entityName, action, entity, named.address]),
  }
}

async function* batchesOf(file: string): AsyncGenerator<readonly ArchivedEvent[]> {
  let rows: ArchivedEvent[] = []
  for await (const text of auditUpkeep.auditLines(file)) {
    const line = auditUpkeep.parseLine(text)
    if (line?.type === 'event') rows.push(rowOf(line))
    if (rows.length < batchRows) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Whether it is still wanted: closing it ends the loading. */
const loadBatch = (
  ctx: Context,
  id: string,
  { rows, count }: { readonly rows: readonly ArchivedEvent[]; readonly count: number },
): Promise<boolean> =>
  ctx.transaction(async (ctx) => {
    const reading = await holdLoading(ctx, id)
    if (reading === undefined) return false
    await insertArchivedEvents(ctx, reading, rows)
    await noteRow(ctx, 'archive_readings', { id, event_count: count })
    return true
  })

const end = (ctx: Context, id: string, state: 'OPEN' | 'FAILED'): Promise<void> =>
  ctx.transaction(async (ctx) => {
    if ((await holdLoading(ctx, id)) !== undefined) {
      await noteRow(ctx, 'archive_readings', { id, state })
    }
  })

const load = async (ctx: Context, reading: StoredReading, signal: AbortSignal): Promise<void> => {
  const archive = await findRow(ctx, 'audit_archives', reading.archive_id)
  const digest = archive === undefined ? null : digestOf(archive)
  if (archive === undefined || digest === null) throw new Error('the archive has no file')
  const file = archivePath(ctx, archive.month)
  if (!(await isWhole(file, digest))) throw new Error(`${file} is missing or was changed`)
  let count = 0
  for await (const rows of batchesOf(file)) {
    signal.throwIfAborted()
    count += rows.length
    if (!(await loadBatch(ctx, reading.id, { rows, count }))) return
  }
  await end(ctx, reading.id, 'OPEN')
}

type Work = Pick<Job, 'signal' | 'isLast'>

/** Reads the file of an archive that was opened; a throw is tried again. */
export const loadReading = async (ctx: Context, id: string, job: Work): Promise<void> => {
  const reading = await ctx.transaction((ctx) => holdLoading(ctx, id))
  if (reading === undefined) return
  try {
    await load(ctx, reading, job.signal)
  } catch (error) {
    if (job.isLast) await end(ctx, id, 'FAILED')
    throw error
  }
}

/** Takes the events of a closed archive away, some at a time. */
export const unloadReading = async (ctx: Context, id: string, { signal }: Work): Promise<void> => {
  while ((await removeArchivedEvents(ctx, id, batchRows)) > 0) signal.throwIfAborted()
}
