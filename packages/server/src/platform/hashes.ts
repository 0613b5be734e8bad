import { availableParallelism } from 'node:os'
import { hash as argon2, parseOptions, verify as verifyArgon2 } from '@node-rs/argon2'
import { boundedQueue } from './hashes/bounded-queue.ts'

export { QueueFull } from './hashes/bounded-queue.ts'

/** What one Argon2id hash costs: KiB of memory, passes, lanes; and its bytes. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
  readonly outputLen: number
}

/** Argon2id at the minimum of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
export const standardCost: HashCost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
}

/** A hash of this cost that fits no password (its bytes are random): the work for an unknown user. */
const dummyOf = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$dnSfZqDBRFBZ+nJM5vfFfQ$Wz8xEK4nq3b3hCqkqTOeZqHq2S8o0mVQ0VbV5WbqkKM`

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
  /** Less than the standard in tests only, whose subject is not the hash; no setting changes it. */
  readonly cost?: HashCost
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

const isMadeWith = (stored: string, cost: HashCost): boolean => {
  const made = optionsOf(stored)
  return (
    made !== null &&
    stored.startsWith('$argon2id$v=19$') &&
    made.memoryCost === cost.memoryCost &&
    made.timeCost === cost.timeCost &&
    made.parallelism === cost.parallelism &&
    made.outputLen === cost.outputLen
  )
}

export const createHashes = (options: HashOptions): Hashes => {
  const { cost = standardCost } = options
  const dummy = dummyOf(cost)
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
    hash: (password) => run(() => argon2(password, cost)),
    verify: (stored, password) =>
      optionsOf(stored) === null
        ? verify(dummy, password).then(() => false)
        : verify(stored, password),
    verifyDummy: (password) => verify(dummy, password).then(() => false as const),
    needsRehash: (stored) => !isMadeWith(stored, cost),
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
