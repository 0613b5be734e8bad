import {
  afterPrintEvent,
  isActive,
  isEnded,
  type PrintEvent,
  type PrintJobState,
  waitMillis,
} from '@signet/rules/print-jobs'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { issuanceCredits } from '../../../tenancy/entitlements/index.ts'
import { countCard } from '../../printers/index.ts'
import { countEnd } from '../counts.repository.ts'
import {
  endContents,
  findJobForChange,
  insertLine,
  type StoredJob,
  updateJob,
} from '../print-jobs.repository.ts'
import { expectLease, type Lease } from './lanes.repository.ts'

export const stateOf = (job: StoredJob): PrintJobState => ({
  queueState: job.queue_state,
  printStatus: job.print_status,
  sent: job.sent,
  cancelWanted: job.cancel_wanted,
})

/** What is known beside the event. */
interface Beside {
  /** In the printer's words, or a code of ours. */
  readonly detail?: string
  readonly deviceNumber?: number
  readonly imageSha256?: string
}

const ends = { COMPLETED: 'completed', FAILED: 'failed', CANCELLED: 'cancelled' } as const

interface Happened {
  readonly event: PrintEvent
  readonly next: PrintJobState
}

const timesOf = ({ platform }: Context, job: StoredJob, { event, next }: Happened) => {
  const now = platform.clock.now()
  const isWaiting = event.kind === 'WAIT' || event.kind === 'TURN_AWAY'
  const answers = event.kind === 'WAIT' ? event.answers : false
  const wait = waitMillis({ waits: job.waits, answers })
  return {
    ...(event.kind === 'SEND' ? { started_at: now } : {}),
    ...(isActive(next.queueState) ? {} : { ended_at: now }),
    ...(isWaiting ? { waits: job.waits + 1, next_at: new Date(now.getTime() + wait) } : {}),
    ...(event.kind === 'ACCEPT' ? { waits: 0 } : {}),
  }
}

export const subjectOf = ({ id, title }: StoredJob) => ({ entity: 'ISSUANCE', id, name: title })

export const tellEnded = (ctx: Context, job: StoredJob): void => {
  const { queue_state: state, attempt, printer_name: printer, detail } = job
  audit(ctx, 'PRINT_ENDED', {
    subject: subjectOf(job),
    attributes: { state, attempt, printer, detail },
  })
}

/** Counts and tells the end of a job, in the transaction that writes it. */
const tellEnd = async (ctx: Context, job: StoredJob): Promise<void> => {
  const { queue_state: state } = job
  if (state === 'UNKNOWN') audit(ctx, 'PRINT_UNKNOWN', { subject: subjectOf(job) })
  if (!isEnded(state)) return
  await endContents(ctx, job.id)
  tellEnded(ctx, job)
  if (state === 'COMPLETED' && job.printer_id !== null) await countCard(ctx, job.printer_id)
  if (state !== 'COMPLETED' && job.counted) await issuanceCredits.giveBack(ctx, 1)
  if (job.kind === 'SAMPLE') return
  await countEnd(ctx, {
    printerName: job.printer_name,
    operator: job.created_by,
    state: ends[state],
    isReprint: job.reprint_reason !== null,
  })
}

const write = async (
  ctx: Context,
  job: StoredJob,
  { event, next, beside }: Happened & { readonly beside: Beside },
): Promise<StoredJob> => {
  const detail = (beside.detail ?? '').slice(0, 200)
  const after = await updateJob(ctx, job.id, {
    queue_state: next.queueState,
    print_status: next.printStatus,
    sent: next.sent,
    cancel_wanted: next.cancelWanted,
    detail,
    logged: job.logged + 1,
    ...timesOf(ctx, job, { event, next }),
    ...(beside.deviceNumber === undefined ? {} : { device_number: beside.deviceNumber }),
    ...(beside.imageSha256 === undefined ? {} : { image_sha256: beside.imageSha256 }),
  })
  await insertLine(ctx, {
    job_id: job.id,
    number: after.logged,
    at: ctx.platform.clock.now(),
    event: event.kind,
    queue_state: next.queueState,
    print_status: next.printStatus,
    detail,
  })
  if (job.queue_state !== next.queueState) await tellEnd(ctx, after)
  return after
}

export interface Step extends Beside {
  readonly id: string
  readonly event: PrintEvent
  /** Of a node that works for the printer: it writes nothing any more when somebody else does. */
  readonly lease?: Lease
}

const isNothingNew = (job: StoredJob, next: PrintJobState, detail: string): boolean => {
  const now = stateOf(job)
  return (
    now.queueState === next.queueState &&
    now.printStatus === next.printStatus &&
    now.sent === next.sent &&
    now.cancelWanted === next.cancelWanted &&
    job.detail === detail
  )
}

/** What a node does with a card of which nothing was sent yet. */
const isBeginning = ({ kind }: PrintEvent): boolean =>
  kind === 'SEND' || kind === 'WAIT' || kind === 'REFUSE'

/**
 * The job, kept as it is until the transaction ends. Undefined as well where a node would begin a
 * card that was held, or moved to another printer, while it was drawn.
 * @throws LeaseLost
 */
const jobToStep = async (ctx: Context, { id, event, lease }: Step) => {
  if (lease === undefined) return findJobForChange(ctx, id)
  await expectLease(ctx, lease)
  const job = await findJobForChange(ctx, id)
  if (!isBeginning(event)) return job
  return job?.held === true || job?.printer_id !== lease.printerId ? undefined : job
}

/**
 * What happened to a job, with its line in the log, its count and its event in one transaction. Null
 * where it cannot happen to it as it stands.
 * @throws LeaseLost
 */
export const stepJob = (ctx: Context, step: Step): Promise<StoredJob | null> =>
  ctx.transaction(async (ctx) => {
    const { id, event, lease: _lease, ...beside } = step
    const job = await jobToStep(ctx, step)
    const next = job === undefined ? null : afterPrintEvent(stateOf(job), event)
    if (job === undefined || next === null) return null
    if (!isNothingNew(job, next, beside.detail ?? ''))
      return write(ctx, job, { event, next, beside })
    if (event.kind === 'WAIT') return updateJob(ctx, id, timesOf(ctx, job, { event, next }))
    return event.kind === 'TOLD' ? job : write(ctx, job, { event, next, beside })
  })
