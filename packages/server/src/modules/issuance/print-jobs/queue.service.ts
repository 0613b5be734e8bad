import type { PrintQueueRequest } from '@signet/contract/issuance/print-queue'
import { isActive } from '@signet/rules/print-jobs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import { foundOr } from '../../../kit/rows.ts'
import { listPrintCounts } from './counts.repository.ts'
import { presentBatch, presentJob, presentLine } from './print-jobs.present.ts'
import * as repository from './print-jobs.repository.ts'

const mostActive = 500
const mostBatches = 100

export const jobOrNotFound = async (ctx: Context, id: string): Promise<repository.StoredJob> =>
  foundOr('ISSUANCE_PRINT_JOB_NOT_FOUND')(await repository.findJob(ctx, id))

export const listActive = async (ctx: Context) =>
  (await repository.listActive(ctx, mostActive)).map(presentJob)

type Wanted = Partial<z.output<typeof PrintQueueRequest>> & { readonly limit: number }

/** The newest first: ids begin with their time. */
const list = keysetList({
  name: 'prints',
  keys: [['id', 'uuid']],
  descending: true,
  rows: (ctx, wanted: Pick<Wanted, 'limit' | 'cursor'> & repository.JobFilter) =>
    repository.jobsThat(ctx, wanted),
  present: (_ctx, rows) => rows.map(presentJob),
})

export const listPage = (ctx: Context, { states, printerId, batchId, ...page }: Wanted) =>
  list(ctx, {
    ...page,
    states: states ?? null,
    printerId: printerId ?? null,
    batchId: batchId ?? null,
  })

/** @throws ISSUANCE_PRINT_JOB_NOT_FOUND */
export const read = async (ctx: Context, id: string) => {
  const job = await jobOrNotFound(ctx, id)
  const lines = await repository.listLines(ctx, [id])
  return { ...presentJob(job), log: lines.map(presentLine) }
}

/** @throws ISSUANCE_PRINT_JOB_NOT_FOUND */
export const readStatus = async (ctx: Context, id: string) =>
  presentJob(await jobOrNotFound(ctx, id))

export const listBatches = async (ctx: Context) => {
  const rows = await repository.listBatches(ctx, mostBatches)
  const held = await repository.findHeld(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentBatch(row, held.get(row.id) ?? null))
}

/** Whoever sees none of its cards does not know of it. @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const batchOrNotFound = async (ctx: Context, id: string) => {
  const batch = await repository.findBatch(ctx, id)
  const jobs = batch === undefined ? [] : await repository.listOfBatch(ctx, id)
  if (batch === undefined || jobs.length === 0) {
    throw new ApiError('ISSUANCE_PRINT_BATCH_NOT_FOUND')
  }
  return { batch, jobs }
}

/** @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const readBatch = async (ctx: Context, id: string) => {
  const { batch, jobs } = await batchOrNotFound(ctx, id)
  const heldFrom = (await repository.findHeld(ctx, [id])).get(id) ?? null
  return { ...presentBatch(batch, heldFrom), jobs: jobs.map(presentJob) }
}

const day = 86_400_000

export const counts = async (ctx: Context, days: number) => {
  const since = new Date(ctx.platform.clock.now().getTime() - (days - 1) * day)
  const rows = await listPrintCounts(ctx, since.toISOString().slice(0, 10))
  return rows.map((row) => ({
    printerName: row.printer_name,
    operator: row.operator,
    completed: Number(row.completed),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    reprinted: Number(row.reprinted),
  }))
}

/** Which of these are under way: a card that ended is not called off. */
export const underWay = (jobs: readonly repository.StoredJob[]) =>
  jobs.filter(({ queue_state }) => isActive(queue_state) && queue_state !== 'UNKNOWN')
