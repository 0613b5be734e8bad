import { availableParallelism } from 'node:os'
import { hash as argon2, parseOptions, verify as verifyArgon2 } from '@node-rs/argon2'
import { fairQueue } from './hashes/fair-queue.ts'
import { isRight } from './hashes/foreign/checking.ts'
import { type ForeignHash, isFault } from './hashes/foreign/foreign-hash.ts'
import { dummyOfKind, kindOf } from './hashes/foreign/hash-kinds.ts'
import { readForeignHash, storedText } from './hashes/foreign/reading.ts'

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

/** For whom, and beside which kinds of foreign hashes, a password is judged. */
interface Judging {
  readonly tenantId?: TenantId
  /** Of the hashes of other systems that the tenant still has. */
  readonly kinds?: readonly string[]
}

/**
 * Password hashes: at most one at work for each core, a bounded number of each tenant waiting. The
 * next one is of the tenant whose hashes have taken the least time.
 */
export interface Hashes {
  /** @throws QueueFull (answered 429) */
  hash(password: string, tenantId?: TenantId): Promise<string>
  /**
   * False for a wrong password and for a stored text that is no hash. The work is that of one own hash
   * and one of each kind in `kinds`, whatever is stored. @throws QueueFull
   */
  verify(stored: string, password: string, judging?: Judging): Promise<boolean>
  /** The same work for someone unknown; always false. @throws QueueFull */
  verifyDummy(password: string, judging?: Judging): Promise<false>
  /** Whether a stored hash was made with other parameters than today's. */
  needsRehash(stored: string): boolean
  /** A hash of another system as it is stored, or in words why it is not taken. */
  takeForeign(text: string): TakenHash | { readonly fault: string }
  /** What a stored hash costs to check beside an own one; null when nothing. */
  kindOf(stored: string): string | null
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

interface TakenHash {
  readonly hash: string
  /** What it costs to check beside an own one; null when next to nothing. */
  readonly kind: string | null
}

interface HashOptions {
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

interface Work {
  readonly password: string
  readonly kinds: readonly string[]
  /** Null when the password is judged by an own hash, or by none. */
  readonly foreign: ForeignHash | null
}

/** Hashes of other systems, one of each kind: the stored one among hashes that fit no password. */
const foreignHashes = ({ kinds, foreign }: Work): readonly ForeignHash[] => {
  const own = foreign === null ? null : kindOf(foreign)
  const others = kinds.filter((kind) => kind !== own).flatMap((kind) => dummyOfKind(kind) ?? [])
  return foreign === null ? others : [...others, foreign]
}

/** None is left out when an earlier one has fitted. */
const isForeignRight = async (work: Work, count: () => unknown): Promise<boolean> => {
  let right = false
  for (const hash of foreignHashes(work)) {
    if (kindOf(hash) !== null) count()
    const fits = await isRight(hash, work.password)
    if (hash === work.foreign) right = fits
  }
  return right
}

const takeForeign = (text: string): TakenHash | { readonly fault: string } => {
  const read = readForeignHash(text)
  return isFault(read) ? read : { hash: storedText(read), kind: kindOf(read) }
}

/** What was stored once is checked at whatever cost: limits are for what comes in. */
const foreignIn = (stored: string): ForeignHash | null => {
  if (optionsOf(stored) !== null) {
    return { scheme: 'argon2', text: stored, parameters: stored.split('$').slice(0, -2).join('$') }
  }
  const read = readForeignHash(stored)
  return isFault(read) ? null : read
}

/** What stored and foreign texts are, beside own hashes of this cost. */
const kindsBeside = (cost: HashCost): Pick<Hashes, 'needsRehash' | 'takeForeign' | 'kindOf'> => ({
  needsRehash: (stored) => !isMadeWith(stored, cost),
  takeForeign: (text) => {
    const taken = takeForeign(text)
    return 'hash' in taken && isMadeWith(taken.hash, cost) ? { ...taken, kind: null } : taken
  },
  kindOf: (stored) => {
    const foreign = isMadeWith(stored, cost) ? null : foreignIn(stored)
    return foreign === null ? null : kindOf(foreign)
  },
})

const queueFor = (cores: number, { waitingPerCore }: HashOptions) => {
  const waitingOfKey = cores * waitingPerCore
  return fairQueue({
    atWork: cores,
    atWorkOfKey: cores,
    waitingOfKey,
    // A tenant that fills its share leaves room for others.
    waitingInAll: waitingOfKey * fullTenants,
  })
}

export const createHashes = (options: HashOptions): Hashes => {
  const { cost = standardCost } = options
  const dummy = dummyOf(cost)
  const queue = queueFor(options.cores ?? availableParallelism(), options)
  let computed = 0
  const count = (): number => (computed += 1)
  const run = <T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> =>
    queue.run(tenantId, () => {
      count()
      return work()
    })
  const verify = (
    stored: string | null,
    password: string,
    { tenantId = '', kinds = [] }: Judging = {},
  ) =>
    run(tenantId, async () => {
      const own = stored !== null && isMadeWith(stored, cost)
      const fitsOwn = await verifyArgon2(own ? stored : dummy, password)
      const foreign = own || stored === null ? null : foreignIn(stored)
      const fitsForeign = await isForeignRight({ password, kinds, foreign }, count)
      return own ? fitsOwn : fitsForeign
    })
  return {
    ...kindsBeside(cost),
    hash: (password, tenantId = '') => run(tenantId, () => argon2(password, cost)),
    verify,
    verifyDummy: (password, judging) => verify(null, password, judging).then(() => false as const),
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
