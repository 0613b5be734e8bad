import type { changePrint } from '@signet/contract/issuance/print-jobs'
import { afterPrintEvent, isActive } from '@signet/rules/print-jobs'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callOffJobs } from '../enrollments/index.ts'
import { printerRow, wakeLane } from '../printers/index.ts'
import { presentJob } from './print-jobs.present.ts'
import {
  findJobForChange,
  findJobsForChange,
  holdJobs,
  listActiveOf,
  releaseJobs,
  type StoredJob,
  updateJob,
} from './print-jobs.repository.ts'
import { printAgain, printerWith } from './printing.service.ts'
import { batchOrNotFound, jobOrNotFound, readBatch, underWay } from './queue.service.ts'
import { stateOf, stepJob, subjectOf, tellEnded } from './worker/steps.ts'

const wrongState = (): ApiError => new ApiError('ISSUANCE_PRINT_INVALID_STATE')

/** Nobody waits half a minute for a printer that stands ready. */
const wake = async (ctx: Context, jobs: readonly StoredJob[]): Promise<void> => {
  const ids = new Set(jobs.flatMap(({ printer_id }) => printer_id ?? []))
  for (const id of ids) await wakeLane(ctx, id)
}

const isCancelled = (job: StoredJob): boolean =>
  afterPrintEvent(stateOf(job), { kind: 'CANCEL' })?.queueState === 'CANCELLED'

/** Of those that the printer may have it is asked; the others end here, however many they are. */
const cancelEach = async (ctx: Context, wanted: readonly StoredJob[]) => {
  const jobs = await findJobsForChange(
    ctx,
    wanted.map(({ id }) => id),
  )
  const called = await callOffJobs(
    ctx,
    jobs.filter(isCancelled).map(({ id }) => id),
    '',
  )
  for (const job of called) tellEnded(ctx, job)
  const asked: StoredJob[] = []
  for (const { id } of jobs.filter((job) => !isCancelled(job))) {
    const job = await stepJob(ctx, { id, event: { kind: 'CANCEL' } })
    if (job !== null) asked.push(job)
  }
  return [...called, ...asked]
}

interface Called {
  readonly entity: string
  readonly id: string
  readonly name?: string
}

const cancelTold = async (ctx: Context, jobs: readonly StoredJob[], subject: Called) => {
  const after = await ctx.transaction(async (ctx) => {
    const called = await cancelEach(ctx, jobs)
    const cancelled = called.filter(({ queue_state }) => queue_state === 'CANCELLED').length
    const attributes = { cancelled, asked: called.length - cancelled }
    audit(ctx, 'PRINT_CANCELLED', { subject, attributes })
    return { ...attributes, jobs: called }
  })
  await wake(ctx, after.jobs)
  return after
}

/** @throws ISSUANCE_PRINT_JOB_NOT_FOUND, ISSUANCE_PRINT_INVALID_STATE */
export const cancel = async (ctx: Context, id: string): Promise<undefined> => {
  const job = await jobOrNotFound(ctx, id)
  if (underWay([job]).length === 0) throw wrongState()
  await cancelTold(ctx, [job], subjectOf(job))
  return undefined
}

/** Calls off what is under way; takes what has ended off the list. @throws ISSUANCE_PRINT_INVALID_STATE */
export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  const job = await jobOrNotFound(ctx, id)
  if (isActive(job.queue_state)) return cancel(ctx, id)
  await ctx.transaction(async (ctx) => {
    await updateJob(ctx, id, { removed_at: ctx.platform.clock.now() })
    audit(ctx, 'PRINT_CANCELLED', { subject: subjectOf(job), attributes: { removed: true } })
  })
  return undefined
}

/** @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const cancelBatch = async (ctx: Context, id: string, from: number) => {
  const { jobs } = await batchOrNotFound(ctx, id)
  const called = underWay(jobs).filter(({ position }) => position >= from)
  await cancelTold(ctx, called, { entity: 'ISSUANCE', id })
  return readBatch(ctx, id)
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const cancelAllOf = async (ctx: Context, printerId: string) => {
  const printer = await printerRow(ctx, printerId)
  const jobs = underWay(await listActiveOf(ctx, printerId))
  const subject = { entity: 'PRINTERS', id: printerId, name: printer.name }
  const { cancelled, asked } = await cancelTold(ctx, jobs, subject)
  return { cancelled, asked }
}

const isUnbegun = ({ queue_state, sent }: StoredJob): boolean =>
  sent === 'NO' && (queue_state === 'QUEUED' || queue_state === 'WAIT_FOR_PRINTER')

type Change = z.output<(typeof changePrint)['body']>
type Move = Extract<Change, { action: 'MOVE' }>

const move = async (ctx: Context, job: StoredJob, { printerId, hopper }: Move) => {
  const printer = await printerWith(ctx, printerId, hopper)
  if (!isUnbegun(job)) throw wrongState()
  return updateJob(ctx, job.id, {
    printer_id: printer.id,
    printer_name: printer.name,
    hopper: hopper ?? printer.hopper,
    next_at: ctx.platform.clock.now(),
    waits: 0,
  })
}

const hold = async (ctx: Context, job: StoredJob): Promise<StoredJob> => {
  if (!isUnbegun(job)) throw wrongState()
  await holdJobs(ctx, job.batch_id, job.position)
  return { ...job, held: true }
}

const answer = async (ctx: Context, { id }: StoredJob, usable: boolean): Promise<StoredJob> => {
  const detail = usable ? 'CARD_CAME_OUT' : 'NO_CARD_CAME_OUT'
  const job = await stepJob(ctx, { id, event: { kind: 'ANSWER', usable }, detail })
  if (job === null) throw wrongState()
  return job
}

const changed = (ctx: Context, job: StoredJob, wanted: Change): Promise<StoredJob> => {
  switch (wanted.action) {
    case 'MOVE':
      return move(ctx, job, wanted)
    case 'HOLD':
      return hold(ctx, job)
    case 'ANSWER':
      return answer(ctx, job, wanted.usable)
  }
}

/** @throws ISSUANCE_PRINT_JOB_NOT_FOUND, ISSUANCE_PRINT_INVALID_STATE, ISSUANCE_PRINTER_NOT_FOUND */
export const change = async (ctx: Context, id: string, wanted: Change) => {
  await jobOrNotFound(ctx, id)
  const after = await ctx.transaction(async (ctx) => {
    const job = await findJobForChange(ctx, id)
    if (job === undefined) throw new ApiError('ISSUANCE_PRINT_JOB_NOT_FOUND')
    const written = await changed(ctx, job, wanted)
    audit(ctx, 'PRINT_CHANGED', { subject: subjectOf(written), attributes: { ...wanted } })
    return written
  })
  await wake(ctx, [after])
  return presentJob(after)
}

interface Resumption {
  readonly id: string
  readonly from: number
  readonly failed: boolean
}

const hasPrinter = (job: StoredJob): job is StoredJob & { printer_id: string } =>
  job.printer_id !== null

/** Goes on from a card; what did not come out is tried again where that is wanted. @throws ISSUANCE_PRINT_BATCH_NOT_FOUND */
export const resume = async (ctx: Context, { id, from, failed }: Resumption) => {
  const { jobs } = await batchOrNotFound(ctx, id)
  await ctx.transaction(async (ctx) => {
    await cancelEach(
      ctx,
      jobs.filter((job) => isUnbegun(job) && job.position < from),
    )
    await releaseJobs(ctx, id)
    const subject = { entity: 'ISSUANCE', id }
    audit(ctx, 'PRINT_CHANGED', { subject, attributes: { action: 'RESUME', from, failed } })
  })
  await wake(ctx, jobs)
  const again = jobs.filter(
    (job) =>
      job.kind === 'CARD' &&
      job.position >= from &&
      (job.queue_state === 'FAILED' || job.queue_state === 'CANCELLED'),
  )
  const next = failed && again.length > 0 ? await printAgain(ctx, again.filter(hasPrinter)) : null
  return readBatch(ctx, next ?? id)
}
