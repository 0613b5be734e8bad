import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Outcome = z.union([z.object({ html: z.string() }), z.object({ fault: z.string() })])
export type Compiled = z.output<typeof Outcome>

const patienceMillis = 5000
const idleMillis = 60_000

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

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

/**
 * MJML as cleaned HTML, its variables left in; or what is wrong with it, in one sentence. One at a
 * time, in a thread that is ended when it takes longer than 5 s, and when nothing was asked for a
 * minute.
 */
export const compileMjml = (mjml: string, lang: string): Promise<Compiled> => {
  const compiled = last.then(() => compileNow(mjml, lang))
  last = compiled
  return compiled
}
