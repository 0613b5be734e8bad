import { PgBoss } from 'pg-boss'
import { bossDatabase, bossHandle, bossSettings } from '../db/boss-database.ts'
import type { TenantDb } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import type { JobHandler, NewJob, Queue, QueueName } from '../queue.ts'
import { insertJob } from './job-contents.ts'
import { type JobParts, runJob } from './run-job.ts'

export interface QueueParts extends JobParts {
  readonly ids: Ids
}

/** Seconds between looks at a queue; jobs run at a time on this node. */
const polling = { pollingIntervalSeconds: 1, localConcurrency: 2 } as const

const stopMillis = 10_000

const createBoss = ({ database, log }: QueueParts): PgBoss => {
  const backend = database.kind === 'embedded' ? 'pglite' : 'postgres'
  const boss = new PgBoss({ ...bossSettings, db: bossDatabase(database), backend })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  boss.on('warning', ({ message }) => log.warn({}, `job queue: ${message}`))
  return boss
}

const enqueueWith =
  ({ secrets, clock, ids }: QueueParts, boss: PgBoss) =>
  async (db: TenantDb, { tenantId, queue, content, startAfter }: NewJob): Promise<string> => {
    const id = ids.uuid()
    const now = clock.now()
    const text = Buffer.from(JSON.stringify(content), 'utf8')
    await insertJob(db, {
      tenant_id: tenantId,
      id,
      queue,
      state: 'WAITING',
      sealed: await secrets.seal(tenantId, `job:${id}`, text),
      attempts: 0,
      last_error: null,
      created_at: now,
      ended_at: null,
    })
    const seconds = Math.ceil(((startAfter ?? now).getTime() - now.getTime()) / 1000)
    const payload = { tenantId, jobRowId: id }
    const sent = await boss.send(queue, payload, {
      db: bossHandle(db),
      ...(seconds > 0 ? { startAfter: seconds } : {}),
    })
    if (sent === null) throw new Error(`the queue ${queue} did not take the job`)
    return id
  }

const counted = async (
  tries: { done: number; failed: number },
  run: () => Promise<void>,
): Promise<void> => {
  try {
    await run()
    tries.done += 1
  } catch (error) {
    tries.failed += 1
    throw error
  }
}

/** The job queue of this node; `start` before the first `enqueue`. */
export const createQueue = (parts: QueueParts): Queue => {
  const boss = createBoss(parts)
  const handlers = new Map<QueueName, JobHandler>()
  const tries = { done: 0, failed: 0 }
  let isRunning = false
  const work = async (queue: QueueName, handler: JobHandler): Promise<void> => {
    const options = { ...polling, batchSize: 1, includeMetadata: true } as const
    await boss.work(queue, options, async (jobs) => {
      for (const job of jobs) await counted(tries, () => runJob(parts, handler, job))
    })
  }
  return {
    tries,
    enqueue: enqueueWith(parts, boss),
    async handle(queue, handler) {
      if (handlers.has(queue)) throw new Error(`the queue ${queue} has a handler already`)
      handlers.set(queue, handler)
      if (isRunning) await work(queue, handler)
    },
    async start() {
      await boss.start()
      isRunning = true
      await Promise.all([...handlers].map(([queue, handler]) => work(queue, handler)))
    },
    async stop() {
      if (!isRunning) return
      isRunning = false
      await boss.stop({ graceful: true, timeout: stopMillis })
    },
  }
}
