import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked, Told } from './readings.ts'

/** What a reader may take for one step: to its next value, or to its end. */
export interface Budget {
  /** Of the thread's processor time, so that a busy machine refuses nothing. */
  readonly cpuMillis: number
  /** On the clock, for what cannot be interrupted to be asked. */
  readonly patienceMillis: number
}

/** A reader that took more than its budget, or more memory than its thread has. */
export class ReadingStopped extends Error {
  constructor(cause?: unknown) {
    super('a reader took more than its budget', { cause })
    this.name = 'ReadingStopped'
  }
}

const heapMegabytes = 512
const mostIdle = 2
const idleMillis = 60_000
const lookMillis = 250

interface Idle {
  readonly thread: Worker
  readonly timer: NodeJS.Timeout
}

const idle: Idle[] = []

const takeIdle = (thread?: Worker): Idle | undefined => {
  const at = thread === undefined ? 0 : idle.findIndex((each) => each.thread === thread)
  const [found] = at === -1 ? [] : idle.splice(at, 1)
  clearTimeout(found?.timer)
  return found
}

const end = (thread: Worker): void => {
  void thread.terminate()
}

const started = (): Worker => {
  const thread = new Worker(new URL('./reader.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: 4 },
  })
  thread.unref()
  // Heard where an answer is awaited; between two readings there is nobody to tell.
  thread.on('error', () => {})
  thread.once('exit', () => takeIdle(thread))
  return thread
}

export const takeThread = (): Worker => takeIdle()?.thread ?? started()

/** A thread that waits for its next reading. */
export const keepThread = (thread: Worker): void => {
  if (idle.length >= mostIdle) {
    end(thread)
    return
  }
  const timer = setTimeout(() => {
    takeIdle(thread)
    end(thread)
  }, idleMillis)
  timer.unref()
  idle.push({ thread, timer })
}

export const giveUpThread = end

const millis = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** Looks now and then at the processor time of a step. */
const watch = (thread: Worker, budget: Budget, stop: AbortController): NodeJS.Timeout => {
  const began = performance.now()
  let first: NodeJS.CpuUsage | undefined
  const look = async (): Promise<void> => {
    const used = await thread.cpuUsage(first)
    if (first === undefined) first = used
    else if (millis(used) > budget.cpuMillis) stop.abort()
  }
  return setInterval(() => {
    if (performance.now() - began > budget.patienceMillis) stop.abort()
    // A thread that has ended is heard of by its error.
    look().catch(() => {})
  }, lookMillis)
}

interface Step {
  readonly asked: Asked
  readonly budget: Budget
  /** Ends the step without an answer. */
  readonly stop: AbortController
}

/** The thread's answer. @throws ReadingStopped */
export const answerOf = async <T>(
  thread: Worker,
  { asked, budget, stop }: Step,
): Promise<Told<T>> => {
  const heard = once(thread, 'message', { signal: stop.signal })
  const watching = watch(thread, budget, stop)
  const gone = (): void => stop.abort()
  thread.once('exit', gone)
  try {
    thread.postMessage(asked, asked.ask === 'begin' ? [asked.parts] : [])
    const [told] = await heard
    return told
  } catch (cause) {
    throw new ReadingStopped(cause)
  } finally {
    clearInterval(watching)
    thread.off('exit', gone)
  }
}
