import { availableParallelism } from 'node:os'
import { hash as argon2, parseOptions, verify as verifyArgon2 } from '@node-rs/argon2'
import { fairQueue } from './hashes/fair-queue.ts'

export { QueueFull } from './hashes/queue-full.ts'

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

/** Whose work it is: a tenant's own waits for itself. */
type TenantId = string

/**
 * Password hashes: at most one at work for each core, a bounded number of each tenant waiting. The
 * next one is of the tenant whose hashes have taken the least time.
 */
export interface Hashes {
  /** @throws QueueFull (answered 429) */
  hash(password: string, tenantId?: TenantId): Promise<string>
  /** False for a wrong password and for a stored text that is no hash. @throws QueueFull */
  verify(stored: string, password: string, tenantId?: TenantId): Promise<boolean>
  /** The same work for someone unknown; always false. @throws QueueFull */
  verifyDummy(password: string, tenantId?: TenantId): Promise<false>
  /** Whether a stored hash was made with other parameters than today's. */
  needsRehash(stored: string): boolean
  /**
   * Whether a hash asked for now would be taken; `begins` for what asks for one later, and so leaves
   * half of the queue to those who have begun. @throws QueueFull
   */
  expectRoom(tenantId?: TenantId, who?: 'begins'): void
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

/** So many tenants may have as many waiting as they may. */
const fullTenants = 4

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
  const waitingOfKey = cores * options.waitingPerCore
  const queue = fairQueue({
    atWork: cores,
    atWorkOfKey: cores,
    waitingOfKey,
    // A tenant that fills its share leaves room for others.
    waitingInAll: waitingOfKey * fullTenants,
  })
  let computed = 0
  const run = <T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> =>
    queue.run(tenantId, () => {
      computed += 1
      return work()
    })
  const verify = (stored: string, password: string, tenantId: TenantId) =>
    run(tenantId, () => verifyArgon2(stored, password))
  return {
    hash: (password, tenantId = '') => run(tenantId, () => argon2(password, cost)),
    verify: (stored, password, tenantId = '') =>
      optionsOf(stored) === null
        ? verify(dummy, password, tenantId).then(() => false)
        : verify(stored, password, tenantId),
    verifyDummy: (password, tenantId = '') =>
      verify(dummy, password, tenantId).then(() => false as const),
    needsRehash: (stored) => !isMadeWith(stored, cost),
    expectRoom: (tenantId = '', who) => queue.expectRoom(tenantId, who === 'begins' ? 0.5 : 1),
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
