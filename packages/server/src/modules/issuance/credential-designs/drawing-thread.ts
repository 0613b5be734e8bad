import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Design, SideName } from '@signet/card/document'
import type { Panel, Problem } from '@signet/card/draw'
import type { Values } from '@signet/card/template'
import { ApiError } from '../../../kit/errors.ts'
import { fairQueue } from '../../../platform/hashes/fair-queue.ts'
import { QueueFull } from '../../../platform/hashes/queue-full.ts'
import type { Task } from './drawing.worker.ts'
import type { DrawnPrint, WantedPrint } from './print-drawing.ts'

interface DrawnSide {
  readonly side: SideName
  readonly widthDots: number
  readonly heightDots: number
  readonly problems: readonly Problem[]
  readonly png: Uint8Array
}

type Message<T> =
  | { readonly done: T }
  | { readonly refused: 'ISSUANCE_IMAGE_INVALID' | 'ISSUANCE_DRAWING_TOO_COSTLY' }
  | { readonly fault: string }

const usualPatienceMillis = 10_000
/** Two sides in two layers, and every barcode read again. */
const printPatienceMillis = 20_000
const idleMillis = 60_000
/**
 * One is drawn at a time. A few of each tenant wait, their prints apart from what their people look
 * at: who comes later is asked to come again. The next one is of the tenant whose drawings have taken
 * the least time.
 */
const queue = fairQueue({ waitingOfKey: 20, waitingInAll: 200 })

/** The thread of a drawing failed, or ended. */
export class DrawingFailed extends Error {
  constructor(cause: unknown) {
    super('a drawing was not finished', { cause })
    this.name = 'DrawingFailed'
  }
}

let worker: Worker | null = null
/** The thread that was given up, until it has ended: what is drawn natively cannot be stopped. */
let leaving: Promise<unknown> | null = null
let idle: NodeJS.Timeout | undefined

const end = (): void => {
  if (worker === null) return
  leaving = worker.terminate().finally(() => {
    leaving = null
  })
  worker = null
}

/** Two threads would take memory for two. @throws too_many_requests after that time */
const expectNoneLeaving = async (patienceMillis: number): Promise<void> => {
  if (leaving === null) return
  const first = await Promise.race([leaving, pause(patienceMillis, 'late', { ref: false })])
  if (first === 'late') throw new ApiError('too_many_requests')
}

const started = (): Worker => {
  clearTimeout(idle)
  worker ??= new Worker(new URL('./drawing.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.unref()
  return worker
}

type Told<T> = Exclude<Message<T>, { readonly fault: string }>

const answered = async <T>(task: Task, patienceMillis: number): Promise<Told<T>> => {
  const thread = started()
  try {
    const heard = once(thread, 'message', { signal: AbortSignal.timeout(patienceMillis) })
    thread.postMessage(task)
    const [answer] = await heard
    const message: Message<T> = answer
    if ('fault' in message) throw new Error(message.fault)
    idle = setTimeout(end, idleMillis)
    idle.unref()
    return message
  } catch (error) {
    end()
    if (!(error instanceof Error && error.name === 'AbortError')) throw new DrawingFailed(error)
    throw new ApiError('ISSUANCE_DRAWING_TOO_COSTLY', { cause: error })
  }
}

const ask = async <T>(task: Task, patienceMillis: number): Promise<T> => {
  await expectNoneLeaving(patienceMillis)
  const message = await answered<T>(task, patienceMillis)
  if ('done' in message) return message.done
  throw new ApiError(message.refused)
}

interface Turn {
  /** Whose turn it is. */
  readonly key: string
  readonly patienceMillis?: number
}

const inTurn = async <T>(
  task: Task,
  { key, patienceMillis = usualPatienceMillis }: Turn,
): Promise<T> => {
  try {
    return await queue.run(key, () => ask<T>(task, patienceMillis))
  } catch (error) {
    if (error instanceof QueueFull) throw new ApiError('too_many_requests', { cause: error })
    throw error
  }
}

interface WantedCard {
  readonly design: Design
  readonly values: Values
  readonly panel: Panel
}

/** The sides of a card as PNG of 300 dots to the inch. @throws ISSUANCE_IMAGE_INVALID, ISSUANCE_DRAWING_TOO_COSTLY, too_many_requests */
export const drawCard = (
  tenantId: string,
  wanted: WantedCard,
  patienceMillis = usualPatienceMillis,
): Promise<readonly DrawnSide[]> =>
  inTurn({ kind: 'card', ...wanted }, { key: tenantId, patienceMillis })

/** An SVG without texts as PNG. @throws ISSUANCE_IMAGE_INVALID, ISSUANCE_DRAWING_TOO_COSTLY, too_many_requests */
export const drawSvg = (
  tenantId: string,
  svg: string,
  patienceMillis = usualPatienceMillis,
): Promise<Uint8Array> => inTurn({ kind: 'svg', svg }, { key: tenantId, patienceMillis })

/**
 * A card as its printer takes it, with what is wrong with it.
 * @throws ISSUANCE_IMAGE_INVALID, ISSUANCE_DRAWING_TOO_COSTLY, too_many_requests, DrawingFailed
 */
export const drawForPrinter = (tenantId: string, wanted: WantedPrint): Promise<DrawnPrint> =>
  inTurn(
    { kind: 'print', ...wanted },
    { key: `print ${tenantId}`, patienceMillis: printPatienceMillis },
  )
