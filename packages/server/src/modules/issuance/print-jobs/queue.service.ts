import type { PrintQueueRequest } from '@signet/contract/issuance/print-queue'
import { isActive } from '@signet/rules/print-jobs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { listPrintCounts } from './counts.repository.ts'
import { presentBatch, presentJob, presentLine } from './print-jobs.present.ts'
import * as repository from './print-jobs.repository.ts'

const mostActive = 500
const mostBatches = 100

export const jobOrNotFound = async (ctx: Context, id: string): Promise<repository.StoredJob> => {
  const job = await repository.findJob(ctx, id)
  if (job === undefined) throw new ApiError('ISSUANCE_PRINT_JOB_NOT_FOUND')
  return job
}

export const listActive = async (ctx: Context) =>
  (await repository.listActive(ctx, mostActive)).map(presentJob)

type Wanted = Partial<z.output<typeof PrintQueueRequest>> & { readonly limit: number }

export const listPage = async (
  ctx: Context,
  { limit, cursor, states, printerId, batchId }: Wanted,
) => {
  const filter = {
    states: states ?? null,
    printerId: printerId ?? null,
    batchId: batchId ?? null,
  }
  const list = `prints ${JSON.stringify(filter)}`
  const position = positionOf(ctx, list, cursor)
  const rows = await repository.listPageOf(ctx, filter, { limit, position })
  const total = await repository.countJobs(ctx, filter)
  const page = pageOf(ctx, { list, limit, position, rows, edge: (row) => [row.id], total })
  return { ...page, results: page.results.map(presentJob) }
}

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
