import { Worker } from 'node:worker_threads'
import type { CryptInput } from './sha-crypt.ts'

interface Told {
  readonly id: number
  readonly text: string
}

interface Waiting {
  resolve(text: string): void
  reject(cause: unknown): void
}

let thread: Worker | undefined
let next = 0
const waiting = new Map<number, Waiting>()

const failAll = (cause: unknown): void => {
  thread = undefined
  for (const { reject } of waiting.values()) reject(cause)
  waiting.clear()
}

const started = (): Worker => {
  const made = new Worker(new URL('./crypt.worker.ts', import.meta.url))
  made.unref()
  made.on('message', ({ id, text }: Told) => {
    waiting.get(id)?.resolve(text)
    waiting.delete(id)
    if (waiting.size === 0) made.unref()
  })
  made.once('error', failAll)
  made.once('exit', () => failAll(new Error('the thread for SHA-crypt has ended')))
  return made
}

/** SHA-crypt in a thread of its own, one after another; it starts with the first of them. */
export const cryptedIn = (input: CryptInput): Promise<string> =>
  new Promise((resolve, reject) => {
    thread ??= started()
    next += 1
    waiting.set(next, { resolve, reject })
    thread.ref()
    thread.postMessage({ id: next, ...input })
  })
