import type { Context } from '../../../kit/context.ts'
import { Streamed } from '../../../kit/routes.ts'
import { csvLine } from '../../../platform/csv.ts'
import { listLines, type StoredJob, type StoredLine } from './print-jobs.repository.ts'
import { batchOrNotFound } from './queue.service.ts'

const cells = (job: StoredJob, line: StoredLine): readonly string[] => [
  line.at.toISOString(),
  String(job.position),
  job.title,
  job.printer_name,
  String(job.attempt),
  line.event,
  line.queue_state,
  line.print_status,
  line.detail,
]

const head = [
  'at',
  'position',
  'title',
  'printer',
  'attempt',
  'event',
  'queueState',
  'printStatus',
  'detail',
]

const linesOf = async (ctx: Context, id: string) => {
  const { jobs } = await batchOrNotFound(ctx, id)
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const lines = await listLines(ctx, [...byId.keys()])
  return lines.flatMap((line) => {
    const job = byId.get(line.job_id)
    return job === undefined ? [] : [cells(job, line)]
  })
}

/** @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const logAsText = async (ctx: Context, id: string): Promise<Streamed> =>
  new Streamed(
    'print-log.txt',
    (await linesOf(ctx, id)).map((line) => `${line.join('  ')}\r\n`),
  )

/** @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const logAsTable = async (ctx: Context, id: string): Promise<Streamed> =>
  new Streamed('print-log.csv', [head, ...(await linesOf(ctx, id))].map(csvLine))
