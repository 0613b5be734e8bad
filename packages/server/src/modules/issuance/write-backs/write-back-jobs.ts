import type { WriteBackReason } from '@signet/contract/issuance/enrollments'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { Job } from '../../../platform/queue.ts'
import {
  DatabaseFailed,
  findDatabases,
  type StoredDatabase,
  withDatabaseToWrite,
} from '../external-databases/index.ts'
import { listWritingBack, type StoredConnection } from '../field-connections/index.ts'
import {
  claimWriteBacks,
  failWriteBacks,
  findWrittenRecord,
  forgetWriteBacks,
  isWaiting,
  releaseWriteBacks,
  removeWritten,
  type StoredWriteBack,
} from './write-backs.repository.ts'

const Content = z.object({ enrollmentId: z.string() })

type WrittenRecord = NonNullable<Awaited<ReturnType<typeof findWrittenRecord>>>

/** The fields of a record that go into one row. */
interface Target {
  readonly record: WrittenRecord
  readonly database: StoredDatabase
  readonly connections: readonly StoredConnection[]
}

/** `LATER`: the server was not reached, or did not take it, and is asked again. */
type Outcome = 'WRITTEN' | 'LATER' | WriteBackReason

const ofOneRow = (each: StoredConnection): string =>
  JSON.stringify([each.database_id, each.table_name, each.key_column, each.key_field_id])

const writeTarget = async (ctx: Context, target: Target): Promise<Outcome> => {
  const { record, database, connections } = target
  const [first] = connections
  const key = record.content[first?.key_field_id ?? ''] ?? ''
  if (first === undefined || key.trim() === '') return 'NO_KEY'
  return withDatabaseToWrite(ctx, database, async (session) => {
    const known = await session.columns(first.table_name)
    const columns = connections.flatMap((each) => {
      const column = known.find(({ name }) => name === each.column_name)
      // Emptied: nothing stands there.
      const value = record.content[each.field_id] || null
      return column === undefined || column.kind === 'BINARY' ? [] : [{ column, value }]
    })
    const isKnown = known.some(({ name }) => name === first.key_column)
    if (columns.length < connections.length || !isKnown) return 'GONE'
    // A key is never written, whatever a connection says.
    if (columns.some(({ column }) => column.name === first.key_column)) return 'REFUSED'
    return session.write({ table: first.table_name, columns, key: first.key_column, value: key })
  })
}

const outcomeOf = async (ctx: Context, target: Target, isLast: boolean): Promise<Outcome> => {
  if (target.database.read_only) return 'READ_ONLY'
  try {
    return await writeTarget(ctx, target)
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    ctx.log.warn({ err: error, step: error.step }, 'an external database was not written')
    if (!isLast) return 'LATER'
    return error.step === 'WRITE' ? 'REFUSED' : 'UNREACHED'
  }
}

/** Which fields of whom, and where: not what stands there. */
const note = (ctx: Context, target: Target, outcome: Exclude<Outcome, 'LATER'>): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const { record, database, connections } = target
    const fieldIds = connections.map((each) => each.field_id)
    const settled = { enrollmentId: record.id, fieldIds, recordVersion: record.version }
    if (outcome === 'WRITTEN') await removeWritten(ctx, settled)
    else await failWriteBacks(ctx, settled, outcome)
    const action =
      outcome === 'WRITTEN' ? 'ENROLLMENT_WRITTEN_BACK' : 'ENROLLMENT_WRITE_BACK_FAILED'
    audit(ctx, action, {
      subject: { entity: 'ENROLLMENTS', id: record.id, name: record.title },
      attributes: {
        database: database.name,
        table: connections[0]?.table_name ?? '',
        fields: fieldIds.join(', '),
        ...(outcome === 'WRITTEN' ? {} : { reason: outcome }),
      },
    })
  })

/** Fields whose connection was taken away, or writes no more, are left alone. */
const targetsOf = async (
  ctx: Context,
  record: WrittenRecord,
  rows: readonly StoredWriteBack[],
): Promise<readonly Target[]> => {
  const all = await listWritingBack(ctx, [record.workflow_id])
  const wanted = all.filter((each) => rows.some((row) => row.field_id === each.field_id))
  const gone = rows.filter((row) => !wanted.some((each) => each.field_id === row.field_id))
  await forgetWriteBacks(
    ctx,
    gone.map((row) => ({ enrollmentId: record.id, fieldId: row.field_id })),
  )
  const databases = await findDatabases(ctx, [...new Set(wanted.map((each) => each.database_id))])
  return [...Map.groupBy(wanted, ofOneRow).values()].flatMap((connections) => {
    const database = databases.find(({ id }) => id === connections[0]?.database_id)
    return database === undefined ? [] : [{ record, database, connections }]
  })
}

type Attempt = Pick<Job, 'content' | 'isLast' | 'signal'>

/** @returns whether something has to be tried again */
const writeAll = async (
  ctx: Context,
  targets: readonly Target[],
  { isLast, signal }: Attempt,
): Promise<boolean> => {
  let isLater = false
  for (const target of targets) {
    signal.throwIfAborted()
    const outcome = await outcomeOf(ctx, target, isLast)
    if (outcome === 'LATER') isLater = true
    else await note(ctx, target, outcome)
  }
  return isLater
}

/**
 * Writes what waits of one record, with the values that the record has now: doing it twice writes
 * the same. A throw is tried again.
 */
export const workOnWriteBack = async (ctx: Context, job: Attempt): Promise<void> => {
  const { enrollmentId } = Content.parse(job.content)
  // Together: the values taken are those that were to be written, not what somebody saves meanwhile.
  const { record, rows } = await ctx.transaction(async (ctx) => ({
    record: await findWrittenRecord(ctx, enrollmentId),
    rows: await claimWriteBacks(ctx, enrollmentId),
  }))
  if (record === undefined) return
  let isLater = false
  if (rows.length > 0) {
    try {
      isLater = await writeAll(ctx, await targetsOf(ctx, record, rows), job)
    } finally {
      await releaseWriteBacks(ctx, rows)
    }
  }
  // Of what another job holds, or what was saved meanwhile, that job knows nothing.
  if (isLater || (await isWaiting(ctx, enrollmentId)))
    throw new Error('something waits to be written')
}
