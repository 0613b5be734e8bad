import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles, durableStart } from './durable-files.ts'
import {
  type FromWorker,
  memoryOf,
  type SessionRole,
  type ToWorker,
  type WorkerInput,
} from './protocol.ts'
import { hasRoom } from './room.ts'
import { exchange, resetSession, runAsSuperuser, takeRole } from './session.ts'
import { makeSegments } from './wal-segments.ts'

const input: WorkerInput = workerData
const files = new DurableFiles(input.directory)

const send = (message: FromWorker): void => parentPort?.postMessage(message, memoryOf(message))

/**
 * After a panic (WAL cannot be written or synced) PGlite would go on with a broken memory; the
 * thread stops instead, and the next one recovers from WAL.
 */
const stopAtPanic = (line: string): boolean => {
  if (line.includes('PANIC:')) process.exit(1)
  return false
}

const open = (): Promise<PGlite> =>
  PGlite.create({
    fs: files,
    extensions: { pg_trgm, btree_gin },
    startParams: durableStart(PGlite.defaultStartParams),
    onStderr: stopAtPanic,
  })

/** Single-user mode has neither autovacuum nor checkpointer: this stands in for both. */
const maintenance = async (pglite: PGlite): Promise<string[]> => {
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 1000 + 0.1 * n_live_tup
    order by n_dead_tup desc limit 1`)
  return ['checkpoint', ...rows.map(({ name }) => `vacuum (analyze) ${name}`)]
}

/** Room is made while there is some: a disk that fills up later stops no commit in the middle. */
const prepareSegments = async (pglite: PGlite): Promise<void> => {
  if (!hasRoom(input.directory)) return
  const { rows } = await pglite.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  )
  for (const { name } of rows) makeSegments(input.directory, name)
}

interface Present {
  session: number
  /** Something was run since the last maintenance. */
  used: boolean
}

const serve = (pglite: PGlite) => {
  const present: Present = { session: 0, used: false }

  const forward = async (session: number, bytes: Uint8Array): Promise<void> => {
    if (session !== present.session) return
    present.used = true
    send({ kind: 'data', session, bytes: await exchange(pglite, bytes) })
  }

  const connect = async (session: number, role: SessionRole): Promise<void> => {
    await resetSession(pglite)
    await takeRole(pglite, role)
    present.session = session
  }

  const maintain = async (): Promise<void> => {
    if (!present.used || pglite.isInTransaction()) return
    present.used = false
    await runAsSuperuser(pglite, await maintenance(pglite))
    await prepareSegments(pglite)
  }

  return async (message: ToWorker): Promise<void> => {
    if (pglite.closed) return
    switch (message.kind) {
      case 'connect':
        return await connect(message.session, message.role)
      case 'data':
        return await forward(message.session, message.bytes)
      case 'end':
        if (message.session === present.session) await connect(0, 'owner')
        return
      case 'maintain':
        return await maintain()
      case 'count':
        return send({ kind: 'counted', syncs: files.syncs })
      case 'close':
        await pglite.close()
        send({ kind: 'closed' })
        parentPort?.close()
    }
  }
}

try {
  const handle = serve(await open())
  // One message after the other: `exchange` yields, and PGlite is one session.
  let last = Promise.resolve()
  parentPort?.on('message', (message: ToWorker) => {
    last = last.then(() => handle(message))
  })
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
