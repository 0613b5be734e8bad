import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { ApiError } from '../../../kit/errors.ts'
import { fairQueue } from '../../../platform/hashes/fair-queue.ts'
import { QueueFull } from '../../../platform/hashes/queue-full.ts'

const Outcome = z.union([z.object({ html: z.string() }), z.object({ fault: z.string() })])
type Compiled = z.output<typeof Outcome>

/** From when the thread has loaded what it works with: a busy machine takes seconds for that. */
const patienceMillis = 5000
const startMillis = 60_000
const idleMillis = 60_000

interface Thread {
  readonly worker: Worker
  readonly ready: Promise<unknown>
}

let thread: Thread | null = null
let idle: NodeJS.Timeout | undefined

const end = (): void => {
  void thread?.worker.terminate()
  thread = null
}

const nextMessage = async (worker: Worker, millis: number): Promise<unknown> => {
  const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(millis) })
  return message
}

const start = (): Thread => {
  const worker = new Worker(new URL('./compile.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 96, stackSizeMb: 4 },
  })
  worker.unref()
  return { worker, ready: nextMessage(worker, startMillis) }
}

/** @throws what the thread failed to start with */
const started = async (): Promise<Worker> => {
  clearTimeout(idle)
  thread ??= start()
  const { worker, ready } = thread
  try {
    await ready
  } catch (error) {
    end()
    throw error
  }
  return worker
}

const compileNow = async (mjml: string, lang: string): Promise<Compiled> => {
  const worker = await started()
  try {
    worker.postMessage({ mjml, lang })
    const message = await nextMessage(worker, patienceMillis)
    idle = setTimeout(end, idleMillis)
    idle.unref()
    return Outcome.parse(message)
  } catch {
    end()
    return { fault: 'It is too large or nested too deeply.' }
  }
}

/** One at a time, next of the tenant whose templates have taken the least time. */
const queue = fairQueue({ waitingOfKey: 10, waitingInAll: 200 })

/** The templates that Signet brings are compiled in a turn of their own. */
export const ownTemplates = 'signet'

/**
 * MJML as cleaned HTML, its variables left in; or what is wrong with it, in one sentence. In a thread
 * that is ended when it takes longer than 5 s, and when nothing was asked for a minute.
 * @param key whose turn it takes: a tenant's id, or `ownTemplates`
 * @throws too_many_requests when many templates of the key wait
 */
export const compileMjml = async (mjml: string, lang: string, key: string): Promise<Compiled> => {
  try {
    return await queue.run(key, () => compileNow(mjml, lang))
  } catch (error) {
    if (error instanceof QueueFull) throw new ApiError('too_many_requests', { cause: error })
    throw error
  }
}
