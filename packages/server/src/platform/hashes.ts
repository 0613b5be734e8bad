import { availableParallelism } from 'node:os'
import { hash as argon2, parseOptions, verify as verifyArgon2 } from '@node-rs/argon2'
import { boundedQueue } from './hashes/bounded-queue.ts'

export { QueueFull } from './hashes/bounded-queue.ts'

/** Argon2id as OWASP's password storage cheat sheet asks at least: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

/** The work of one hash for someone who has none: made from random bytes, fits no password. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$dnSfZqDBRFBZ+nJM5vfFfQ$Wz8xEK4nq3b3hCqkqTOeZqHq2S8o0mVQ0VbV5WbqkKM'

/** Password hashes: at most one at work for each core, a bounded number waiting. */
export interface Hashes {
  /** @throws QueueFull (answered 429) */
  hash(password: string): Promise<string>
  /** False for a wrong password and for a stored text that is no hash. @throws QueueFull */
  verify(stored: string, password: string): Promise<boolean>
  /** The same work for someone unknown; always false. @throws QueueFull */
  verifyDummy(password: string): Promise<false>
  /** Whether a stored hash was made with other parameters than today's. */
  needsRehash(stored: string): boolean
  /**
   * Whether a hash asked for now would be taken; `begins` for what asks for one later, and so leaves
   * half of the queue to those who have begun. @throws QueueFull
   */
  expectRoom(who?: 'begins'): void
  /** Hashes computed since the start: tests count work, not time. */
  readonly computed: number
  readonly inFlight: number
  readonly waiting: number
}

export interface HashOptions {
  readonly waitingPerCore: number
  readonly cores?: number
}

/**
 * Threads of libuv's pool: WebCrypto shares it with the hashes, and a signature must not wait
 * for them. UV_THREADPOOL_SIZE must stand in the environment before the process starts.
 */
export const threadPoolSize = (cores = availableParallelism()): number => cores + 4

const optionsOf = (stored: string) => {
  try {
    return parseOptions(stored)
  } catch {
    return null
  }
}

export const createHashes = (options: HashOptions): Hashes => {
  const cores = options.cores ?? availableParallelism()
  const queue = boundedQueue({ atWork: cores, waiting: cores * options.waitingPerCore })
  let computed = 0
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    queue.run(() => {
      computed += 1
      return work()
    })
  const verify = (stored: string, password: string) => run(() => verifyArgon2(stored, password))
  return {
    hash: (password) => run(() => argon2(password, parameters)),
    verify: (stored, password) =>
      optionsOf(stored) === null
        ? verify(nobody, password).then(() => false)
        : verify(stored, password),
    verifyDummy: (password) => verify(nobody, password).then(() => false as const),
    needsRehash(stored) {
      const made = optionsOf(stored)
      return (
        made === null ||
        !stored.startsWith('$argon2id$v=19$') ||
        made.memoryCost !== parameters.memoryCost ||
        made.timeCost !== parameters.timeCost ||
        made.parallelism !== parameters.parallelism ||
        made.outputLen !== parameters.outputLen
      )
    },
    expectRoom: (who) => queue.expectRoom(who === 'begins' ? 0.5 : 1),
    get computed() {
      return computed
    },
    get inFlight() {
      return queue.atWork
    },
    get waiting() {
      return queue.waiting
    },
  }
}
