import type { PgBoss } from 'pg-boss'
import { bossDatabase, bossHandle, bossSettings } from '../db/boss-database.ts'
import type { Ids } from '../ids.ts'
import type { JobHandler, NewJob, Queue, QueueName } from '../queue.ts'
import { insertJobs, type StoredJob } from './job-contents.ts'
import { type JobParts, Payload, type Running, runJob } from './run-job.ts'
import { createTurns, type Turns } from './turns.ts'

interface QueueParts extends JobParts {
  readonly ids: Ids
}

/**
 * Seconds between looks at a queue, and jobs of one tenant that run at a time on this node: one place
 * more is for the other tenants, so that a long job of one holds up no other.
 */
const polling = (pollingIntervalSeconds: number, ofTenant: number) =>
  ({
    pollingIntervalSeconds,
    localConcurrency: ofTenant + 1,
    localGroupConcurrency: ofTenant,
    // A long queue is not paced by the looks at it.
    burstWhenReadyExceeds: 10,
    includeMetadata: true,
  }) as const

const options: Record<QueueName, ReturnType<typeof polling>> = {
  // A mail server may take ten minutes for one mail: others do not wait for it.
  mail: polling(1, 8),
  pushes: polling(0.5, 4),
  'key-rotation': polling(2, 1),
  'async-jobs': polling(1, 2),
  'bulk-operations': polling(1, 2),
  'audit-archives': polling(2, 1),
  reports: polling(1, 1),
  'list-exports': polling(1, 1),
  'scheduled-tasks': polling(2, 1),
  'what-ifs': polling(1, 1),
  'sign-outs': polling(1, 4),
  'sign-in-pings': polling(0.5, 4),
  'flash-passes': polling(1, 2),
  'write-backs': polling(1, 2),
  'settings-rollouts': polling(2, 1),
}

/** Of a tenant at most so many run at a time. */
const groupOf = (tenantId: string) => ({ id: tenantId })

const stopMillis = 5000

/** How often jobs of nodes that were killed are looked for. */
const supervising = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 } as const

const startBoss = async ({ database, log }: QueueParts): Promise<PgBoss> => {
  const { PgBoss } = await import('pg-boss')
  const backend = database.kind === 'embedded' ? 'pglite' : 'postgres'
  const db = bossDatabase(database)
  const boss = new PgBoss({ ...bossSettings, ...supervising, db, backend })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  boss.on('warning', ({ message }) => log.warn({}, `job queue: ${message}`))
  await boss.start()
  return boss
}

const rowOf = async (
  { secrets, clock, ids }: QueueParts,
  { tenantId, queue, content }: NewJob,
): Promise<StoredJob> => {
  const id = ids.uuid()
  const text = Buffer.from(JSON.stringify(content), 'utf8')
  return {
    tenant_id: tenantId,
    id,
    queue,
    state: 'WAITING',
    sealed: await secrets.seal(tenantId, `job:${id}`, text),
    attempts: 0,
    last_error: null,
    created_at: clock.now(),
    ended_at: null,
  }
}

interface Sending extends QueueParts {
  readonly turns: Turns
  readonly running: () => PgBoss
}

const secondsUntil = (at: Date | undefined, now: Date): number =>
  Math.ceil(((at?.getTime() ?? 0) - now.getTime()) / 1000)

const enqueueWith =
  ({ turns, running, ...parts }: Sending): Queue['enqueue'] =>
  async (db, job) => {
    const { tenantId, queue, startAfter } = job
    const row = await rowOf(parts, job)
    await insertJobs(db, [row])
    const [priority] = await turns.prioritiesOf(db, job, 1)
    const seconds = secondsUntil(startAfter, row.created_at)
    const payload = { tenantId, jobRowId: row.id }
    const sent = await running().send(queue, payload, {
      group: groupOf(tenantId),
      db: bossHandle(db),
      ...(priority === undefined ? {} : { priority }),
      ...(seconds > 0 ? { startAfter: seconds } : {}),
    })
    if (sent === null) throw new Error(`the queue ${queue} did not take the job`)
    return row.id
  }

const enqueueAllWith =
  ({ turns, running, ...parts }: Sending): Queue['enqueueAll'] =>
  async (db, { tenantId, queue, contents }) => {
    if (contents.length === 0) return
    const rows = await Promise.all(
      contents.map((content) => rowOf(parts, { tenantId, queue, content })),
    )
    await insertJobs(db, rows)
    const group = groupOf(tenantId)
    const priorities = await turns.prioritiesOf(db, { queue, tenantId }, rows.length)
    const jobs = rows.map(({ id }, at) => ({
      data: { tenantId, jobRowId: id },
      group,
      priority: priorities[at] ?? 0,
    }))
    await running().insert(queue, jobs, { db: bossHandle(db) })
  }

interface Counting {
  readonly tries: { done: number; failed: number }
  /** Called with the milliseconds that the try has taken. */
  readonly took: (millis: number) => void
}

const counted = async ({ tries, took }: Counting, run: () => Promise<void>): Promise<void> => {
  const began = performance.now()
  try {
    await run()
    tries.done += 1
  } catch (error) {
    tries.failed += 1
    throw error
  } finally {
    took(performance.now() - began)
  }
}

const workWith =
  ({ turns, running, ...parts }: Sending, tries: Counting['tries']) =>
  async (queue: QueueName, handler: JobHandler): Promise<void> => {
    await running().work(queue, options[queue], async (jobs) => {
      for (const job of jobs) {
        const { tenantId } = Payload.parse(job.data)
        const took = (millis: number) => turns.took({ queue, tenantId }, millis)
        const resend: Running['resend'] = async (payload, at) => {
          const startAfter = Math.max(1, secondsUntil(at, parts.clock.now()))
          const { priority } = job
          await running().send(queue, payload, {
            group: groupOf(tenantId),
            priority,
            startAfter,
          })
        }
        await counted({ tries, took }, () => runJob({ ...parts, resend }, handler, job))
      }
    })
  }

/** The job queue of this node; `start` before the first `enqueue`. */
export const createQueue = (parts: QueueParts): Queue => {
  const handlers = new Map<QueueName, JobHandler>()
  const tries = { done: 0, failed: 0 }
  const turns = createTurns()
  let boss: PgBoss | null = null
  const running = (): PgBoss => {
    if (boss === null) throw new Error('the queue has not been started')
    return boss
  }
  const sending = { ...parts, turns, running }
  const work = workWith(sending, tries)
  let starting: Promise<void> | null = null
  const begin = async (): Promise<void> => {
    boss = await startBoss(parts)
    await Promise.all([...handlers].map(([queue, handler]) => work(queue, handler)))
  }
  return {
    tries,
    enqueue: enqueueWith(sending),
    enqueueAll: enqueueAllWith(sending),
    async handle(queue, handler) {
      if (handlers.has(queue)) throw new Error(`the queue ${queue} has a handler already`)
      handlers.set(queue, handler)
      if (boss !== null) await work(queue, handler)
    },
    async start() {
      if (boss !== null) return
      starting ??= begin().finally(() => {
        starting = null
      })
      await starting
    },
    async stop() {
      // One that is only starting would outlive the database.
      await starting?.catch(() => {})
      await boss?.stop({ graceful: true, timeout: stopMillis })
      boss = null
    },
  }
}
