import type { JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { cleanText } from '../log/clean.ts'
import type { Log } from '../log.ts'
import { type JobHandler, JobPostponed } from '../queue.ts'
import type { Secrets } from '../secrets.ts'
import { findJob, type StoredJob, updateJob } from './job-contents.ts'

/** All that the queue itself holds. */
export const Payload = z.strictObject({ tenantId: z.uuid(), jobRowId: z.uuid() })

export interface JobParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
}

export interface Running extends JobParts {
  /** Sends a job to its queue once more. */
  readonly resend: (payload: z.output<typeof Payload>, startAfter: Date) => Promise<void>
}

const contentOf = async (secrets: Secrets, row: StoredJob): Promise<unknown> => {
  if (row.sealed === null) throw new Error('the job has no content')
  const text = await secrets.open(row.tenant_id, `job:${row.id}`, row.sealed)
  return JSON.parse(text.toString('utf8'))
}

const messageOf = (error: unknown): string =>
  cleanText(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown').slice(0, 500)

/** Runs one job and keeps its outcome in its row; throws again what the handler threw. */
export const runJob = async (
  { database, secrets, clock, log, resend }: Running,
  handler: JobHandler,
  job: JobWithMetadata<unknown>,
): Promise<void> => {
  const { tenantId, jobRowId } = Payload.parse(job.data)
  const db = database.forTenant(tenantId)
  const row = await findJob(db, tenantId, jobRowId)
  if (row === undefined || row.state === 'DONE') return
  const attempt = job.retryCount + 1
  const isLast = job.retryCount >= job.retryLimit
  try {
    const content = await contentOf(secrets, row)
    await handler({ tenantId, jobRowId, content, attempt, isLast, signal: job.signal })
  } catch (error) {
    if (error instanceof JobPostponed) return await resend({ tenantId, jobRowId }, error.until)
    log.warn({ err: error, queue: job.name, tenantId, jobRowId, attempt, isLast }, 'job failed')
    await updateJob(db, row, {
      attempts: attempt,
      last_error: messageOf(error),
      ...(isLast ? { state: 'FAILED', ended_at: clock.now() } : {}),
    })
    throw error
  }
  await updateJob(db, row, {
    state: 'DONE',
    sealed: null,
    attempts: attempt,
    last_error: null,
    ended_at: clock.now(),
  })
}
