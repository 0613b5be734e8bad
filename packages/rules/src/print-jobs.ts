import { oneOf } from './membership.ts'

/** Where a job stands in the queue. */
export const queueStates = [
  'QUEUED',
  'WAIT_FOR_PRINTER',
  'STARTED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'UNKNOWN',
] as const
export type QueueState = (typeof queueStates)[number]

/** What happens to the card. WAITING_SMARTCARD: a chip is written first. */
export const printStatuses = [
  'QUEUED',
  'WAITING_SMARTCARD',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'UNKNOWN',
] as const
export type PrintStatus = (typeof printStatuses)[number]

/** A second job for the same card is refused while one stands here. */
export const activeStates = ['QUEUED', 'WAIT_FOR_PRINTER', 'STARTED', 'UNKNOWN'] as const
export const isEnded = oneOf(['COMPLETED', 'CANCELLED', 'FAILED'])

export const isActive = (state: QueueState): boolean =>
  activeStates.some((active) => active === state)

/** Whether bytes of it may have left: NO for certain, MAYBE, or YES as the printer said. */
export const sentStates = ['NO', 'MAYBE', 'YES'] as const
export type Sent = (typeof sentStates)[number]

export interface PrintJobState {
  readonly queueState: QueueState
  readonly printStatus: PrintStatus
  readonly sent: Sent
  readonly cancelWanted: boolean
}

export const newPrintJob: PrintJobState = {
  queueState: 'QUEUED',
  printStatus: 'QUEUED',
  sent: 'NO',
  cancelWanted: false,
}

/** States of a job at the printer (RFC 8011, section 5.3.7). */
export type DeviceState =
  | 'pending'
  | 'pending-held'
  | 'processing'
  | 'processing-stopped'
  | 'canceled'
  | 'aborted'
  | 'completed'

export type PrintEvent =
  /** The printer is away, busy or in want of something, and nothing was sent. */
  | { readonly kind: 'WAIT'; readonly answers?: boolean }
  /** It never can be printed as it is. */
  | { readonly kind: 'REFUSE' }
  /** The next moment bytes leave. */
  | { readonly kind: 'SEND' }
  /** The printer has it. */
  | { readonly kind: 'ACCEPT' }
  /** The printer said that it has not taken it. */
  | { readonly kind: 'TURN_AWAY' }
  | { readonly kind: 'TOLD'; readonly state: DeviceState }
  /** The printer was asked, and knows nothing of it. */
  | { readonly kind: 'FORGOTTEN' }
  | { readonly kind: 'CANCEL' }
  /** Of the operator, whether a usable card came out. */
  | { readonly kind: 'ANSWER'; readonly usable: boolean }

const ended = (job: PrintJobState, state: 'COMPLETED' | 'CANCELLED' | 'FAILED' | 'UNKNOWN') => ({
  ...job,
  queueState: state,
  printStatus: state,
})

const waiting = (job: PrintJobState): PrintJobState => ({
  ...job,
  queueState: 'WAIT_FOR_PRINTER',
  printStatus: 'QUEUED',
  sent: 'NO',
})

const isUnsent = ({ queueState, sent }: PrintJobState): boolean =>
  sent === 'NO' && (queueState === 'QUEUED' || queueState === 'WAIT_FOR_PRINTER')

const unsent = (job: PrintJobState, event: PrintEvent): PrintJobState | null => {
  switch (event.kind) {
    case 'WAIT':
      return waiting(job)
    case 'REFUSE':
      return ended(job, 'FAILED')
    case 'SEND':
      return { ...job, queueState: 'STARTED', sent: 'MAYBE' }
    case 'CANCEL':
      return ended(job, 'CANCELLED')
    default:
      return null
  }
}

const told = (job: PrintJobState, state: DeviceState): PrintJobState => {
  const known: PrintJobState = { ...job, sent: 'YES' }
  switch (state) {
    case 'completed':
      return ended(known, 'COMPLETED')
    case 'canceled':
      return ended(known, 'CANCELLED')
    case 'aborted':
      return ended(known, 'FAILED')
    case 'processing':
    case 'processing-stopped':
      return { ...known, printStatus: 'IN_PROGRESS' }
    default:
      return { ...known, printStatus: 'QUEUED' }
  }
}

const started = (job: PrintJobState, event: PrintEvent): PrintJobState | null => {
  switch (event.kind) {
    case 'ACCEPT':
      return { ...job, sent: 'YES' }
    case 'TURN_AWAY':
      if (job.sent !== 'MAYBE') return null
      return job.cancelWanted ? ended({ ...job, sent: 'NO' }, 'CANCELLED') : waiting(job)
    case 'TOLD':
      return told(job, event.state)
    case 'FORGOTTEN':
      return ended(job, 'UNKNOWN')
    case 'CANCEL':
      return { ...job, cancelWanted: true }
    default:
      return null
  }
}

/**
 * Where a job stands after something happened; null where that cannot happen to it. What may have
 * left is never as if it had not: only the printer's own word brings it back, and where the printer
 * knows nothing somebody has to look.
 */
export const afterPrintEvent = (job: PrintJobState, event: PrintEvent): PrintJobState | null => {
  if (isUnsent(job)) return unsent(job, event)
  if (job.queueState === 'STARTED') return started(job, event)
  if (job.queueState === 'UNKNOWN' && event.kind === 'ANSWER') {
    return ended(job, event.usable ? 'COMPLETED' : 'FAILED')
  }
  return null
}

/** Why a card is printed again. */
export const reprintReasons = [
  'DAMAGED',
  'MISPRINTED',
  'LOST',
  'STOLEN',
  'CHANGED',
  'OTHER',
] as const
export type ReprintReason = (typeof reprintReasons)[number]

/** What became of the card before. */
export const cardFates = ['DESTROYED', 'RETURNED', 'LOST', 'KEPT'] as const
export type CardFate = (typeof cardFates)[number]

const waitsMillis = [2000, 5000, 10_000, 30_000, 60_000] as const

/** Somebody stands before a printer that answers, and wants to see it go on with the new ribbon. */
const mostOfPresentMillis = 10_000

interface Waiting {
  readonly waits: number
  /** Whether the printer answers, and lacks something. */
  readonly answers?: boolean | undefined
}

/** How long to wait for a printer before it is asked again, the longer the more often. */
export const waitMillis = ({ waits, answers = false }: Waiting): number => {
  const millis = waitsMillis[Math.min(waits, waitsMillis.length - 1)] ?? 60_000
  return answers ? Math.min(millis, mostOfPresentMillis) : millis
}

/** Of one call; their pictures travel with them into the queue. */
export const mostCardsOfPrint = 50
/** Cards that one call for all that match puts into the queue, in prints of `mostCardsOfPrint`. */
export const mostPrintedAtOnce = 200
