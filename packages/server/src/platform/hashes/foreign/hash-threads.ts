import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CryptInput } from './sha-crypt.ts'

/** What is computed in JavaScript, and so in threads of its own. */
export type HashWork =
  | ({ readonly kind: 'sha-crypt' } & CryptInput)
  | { readonly kind: 'bcrypt'; readonly password: string; readonly hash: string }

/** Of SHA-crypt the text, of bcrypt whether the password fits. */
export type HashTold = string | boolean

interface Told {
  readonly id: number
  readonly told: HashTold
}

interface Waiting {
  resolve(told: HashTold): void
  reject(cause: unknown): void
}

/** One thread, which computes one hash after another. */
class HashThread {
  readonly #worker = new Worker(new URL('./hash.worker.ts', import.meta.url))
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor(ended: (thread: HashThread) => void) {
    const failAll = (cause: unknown): void => {
      ended(this)
      for (const { reject } of this.#waiting.values()) reject(cause)
      this.#waiting.clear()
    }
    this.#worker.unref()
    this.#worker.on('message', ({ id, told }: Told) => {
      this.#waiting.get(id)?.resolve(told)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.once('error', failAll)
    this.#worker.once('exit', () => failAll(new Error('a thread for hashes has ended')))
  }

  get load(): number {
    return this.#waiting.size
  }

  compute(work: HashWork): Promise<HashTold> {
    return new Promise((resolve, reject) => {
      this.#last += 1
      this.#waiting.set(this.#last, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ id: this.#last, work })
    })
  }
}

const mostThreads = availableParallelism()
const threads = new Set<HashThread>()

const freest = (): HashThread => {
  const [first] = [...threads].toSorted((a, b) => a.load - b.load)
  if (first !== undefined && (first.load === 0 || threads.size >= mostThreads)) return first
  const made = new HashThread((thread) => threads.delete(thread))
  threads.add(made)
  return made
}

/** Computes a hash beside the service's thread; at most one thread for each core, made as needed. */
export const computedInThread = (work: HashWork): Promise<HashTold> => freest().compute(work)
