import { setTimeout as pause } from 'node:timers/promises'
import { isReadyToPrint } from '@signet/rules/printers'
import type { Context } from '../../../../kit/context.ts'
import {
  type Device,
  type DeviceJob,
  DeviceSilent,
  type HandOver,
} from '../../../../platform/ipp/ipp.ts'
import { deviceOf, findPrinter, look, type StoredPrinter } from '../../printers/index.ts'
import { findNext, findStarted, type StoredJob } from '../print-jobs.repository.ts'
import { findLane, type Lease, releaseLane } from './lanes.repository.ts'
import { prepare } from './preparing.ts'
import { type Step, stepJob } from './steps.ts'

/** Cards are begun for so long; a print begun last ends well within the lease of a minute. */
const turnMillis = 8000
/** After that nothing is sent any more: somebody else may work for the printer soon. */
const sendBeforeMillis = 25_000
const followMillis = 250
/** Cards that take longer are asked for once a second. */
const quickMillis = 1500
const second = 1000

interface Turn extends Lease {
  readonly isStopped: () => boolean
}

interface Work {
  readonly ctx: Context
  readonly printer: StoredPrinter
  readonly device: Device
  readonly lease: Lease
  readonly begunAt: number
  /** Looks in a row that nothing answered to. */
  readonly failures: number
}

/** When to come again; 'now' while there is more to do. */
type Next = 'now' | { readonly afterMillis: number; readonly failures?: number }

const jobName = ({ id }: StoredJob): string => `signet-${id}`

const step = ({ ctx, lease }: Work, given: Omit<Step, 'lease'>) => stepJob(ctx, { ...given, lease })

const askingAgainMillis = 10_000

/** Whether the printer may still be about to tell of it. */
const isFresh = ({ ctx }: Work, { started_at, sent }: StoredJob): boolean =>
  sent === 'MAYBE' &&
  ctx.platform.clock.now().getTime() - (started_at?.getTime() ?? 0) < askingAgainMillis

const told = async (work: Work, job: StoredJob, found: DeviceJob): Promise<Next> => {
  const isUnder = ['pending', 'pending-held', 'processing', 'processing-stopped'].includes(
    found.state,
  )
  if (isUnder && job.cancel_wanted) await work.device.cancel(found.id)
  await step(work, {
    id: job.id,
    event: { kind: 'TOLD', state: found.state },
    detail: found.reasons.join(' '),
    deviceNumber: found.id,
  })
  if (!isUnder) return 'now'
  if (performance.now() - work.begunAt > quickMillis) return { afterMillis: second }
  await pause(followMillis)
  return 'now'
}

/** Asks the printer what became of a card that it may have. Nothing is sent. */
const follow = async (work: Work, job: StoredJob): Promise<Next> => {
  try {
    const found = await work.device.find({ jobName: jobName(job), id: job.device_number })
    if (found !== null) return await told(work, job, found)
  } catch (error) {
    if (!(error instanceof DeviceSilent)) throw error
    await look(work.ctx, work.printer)
    return { afterMillis: 5 * second }
  }
  if (isFresh(work, job)) return { afterMillis: second }
  await step(work, { id: job.id, event: { kind: 'FORGOTTEN' }, detail: 'FORGOTTEN' })
  return 'now'
}

const isLate = ({ begunAt }: Work): boolean => performance.now() - begunAt > sendBeforeMillis

const handedOver = async (work: Work, { id }: StoredJob, handed: HandOver): Promise<Next> => {
  switch (handed.kind) {
    case 'ACCEPTED':
      await step(work, { id, event: { kind: 'ACCEPT' }, deviceNumber: handed.id })
      return 'now'
    case 'LOST':
      return { afterMillis: second }
    case 'REFUSED':
      await step(work, { id, event: { kind: 'TURN_AWAY' }, detail: handed.reason })
      await step(work, { id, event: { kind: 'REFUSE' }, detail: handed.reason })
      return 'now'
    case 'BUSY':
    case 'NOT_SENT':
      await step(work, { id, event: { kind: 'TURN_AWAY' }, detail: handed.reason })
      return { afterMillis: 2 * second }
  }
}

/** Sends a card. What is written before the first byte leaves holds whoever comes after from doing so again. */
const print = async (work: Work, job: StoredJob): Promise<Next> => {
  const prepared = await prepare(work.ctx, job, work.printer)
  if ('unfit' in prepared) {
    await step(work, { id: job.id, event: { kind: 'REFUSE' }, detail: prepared.unfit })
    return 'now'
  }
  if ('later' in prepared) {
    await step(work, { id: job.id, event: { kind: 'WAIT' }, detail: prepared.later })
    return 'now'
  }
  const { content, format, sha256: imageSha256 } = prepared
  const marked = await step(work, { id: job.id, event: { kind: 'SEND' }, imageSha256 })
  if (marked === null) return 'now'
  const document = { jobName: jobName(job), format, content, hopper: marked.hopper }
  const handed: HandOver = isLate(work)
    ? { kind: 'NOT_SENT', reason: 'LATE' }
    : await work.device.print(document)
  return handedOver(work, job, handed)
}

const millisUntil = ({ ctx }: Work, at: Date): number =>
  Math.max(0, at.getTime() - ctx.platform.clock.now().getTime())

const isLookDue = ({ ctx, printer }: Work): boolean =>
  ctx.platform.clock.now().getTime() - (printer.last_seen_at?.getTime() ?? 0) > 25 * second

/** One that does not answer is asked less and less often: after four minutes at last. */
const mostFailures = 4

const idle = async (work: Work): Promise<Next> => {
  if (!isLookDue(work)) return { afterMillis: 30 * second, failures: work.failures }
  if ((await look(work.ctx, work.printer)) !== null) return { afterMillis: 30 * second }
  const failures = Math.min(work.failures + 1, mostFailures)
  return { afterMillis: 15 * second * 2 ** failures, failures }
}

const lacking = ({ reasons, state }: StoredPrinter): string =>
  reasons.length > 0 ? reasons.join(' ') : state

/** One thing for the printer: follow what it has, else begin what is next, else look at it. */
const work = async (present: Work): Promise<Next> => {
  const started = await findStarted(present.ctx, present.printer.id)
  if (started !== undefined) return follow(present, started)
  const next = await findNext(present.ctx, present.printer.id)
  if (next === undefined) return idle(present)
  const wait = millisUntil(present, next.next_at)
  if (wait > 0) return { afterMillis: wait }
  await look(present.ctx, present.printer)
  const printer = (await findPrinter(present.ctx, present.printer.id)) ?? present.printer
  if (isReadyToPrint({ ...printer, isAccepting: printer.accepting })) {
    return print({ ...present, printer }, next)
  }
  const event = { kind: 'WAIT', answers: printer.state !== 'OFFLINE' } as const
  await step(present, { id: next.id, event, detail: lacking(printer) })
  return 'now'
}

/** Works for one printer for some seconds, while this node holds its lease. @throws LeaseLost */
export const takeTurn = async (ctx: Context, { isStopped, ...lease }: Turn): Promise<void> => {
  const lane = await findLane(ctx, lease)
  if (lane === undefined) return
  const printer = await findPrinter(ctx, lease.printerId)
  if (printer === undefined) return
  const begunAt = performance.now()
  const { failures } = lane
  const present = { ctx, printer, lease, begunAt, failures, device: deviceOf(ctx, printer) }
  let next: Next = 'now'
  while (next === 'now' && !isStopped() && performance.now() - begunAt < turnMillis) {
    next = await work(present)
  }
  const { afterMillis, failures: silent = 0 } = next === 'now' ? { afterMillis: 0 } : next
  const dueAt = new Date(ctx.platform.clock.now().getTime() + afterMillis)
  await releaseLane(ctx, { ...lease, dueAt, failures: silent })
}
