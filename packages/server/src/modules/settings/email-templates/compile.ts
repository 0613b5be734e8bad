import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { ApiError } from '../../../kit/errors.ts'
import { fairQueue } from '../../../platform/hashes/fair-queue.ts'
import { QueueFull } from '../../../platform/hashes/queue-full.ts'

const Outcome = z.union([z.object({ html: z.string() }), z.object({ fault: z.string() })])
type Compiled = z.output<typeof Outcome>

const patienceMillis = 5000
const idleMillis = 60_000

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined

const end = (): void => {
  void worker?.terminate()
  worker = null
}

const started = (): Worker => {
  clearTimeout(idle)
  worker ??= new Worker(new URL('./compile.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 96, stackSizeMb: 4 },
  })
  worker.unref()
  return worker
}

const compileNow = async (mjml: string, lang: string): Promise<Compiled> => {
  const thread = started()
  try {
    thread.postMessage({ mjml, lang })
    const signal = AbortSignal.timeout(patienceMillis)
    const [message] = await once(thread, 'message', { signal })
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
