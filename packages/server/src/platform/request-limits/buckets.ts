import { oneOf } from '@signet/rules/membership'
import {
  defaultPolicies,
  type LimitSubject,
  limitSubjects,
  type RequestClass,
  type RequestPolicy,
  requestClasses,
} from '@signet/rules/request-limits'
import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import { budgetsOf, networksAround } from './networks.ts'

/** Whose requests are counted together. */
export interface Caller {
  /** Null for files of the pages, which are the same for every tenant. */
  readonly tenantId: string | null
  readonly subject: LimitSubject
  /** Unique for the subject; a protocol counts apart with its name before it. */
  readonly name: string
}

/** What a caller has left. */
export interface Standing {
  readonly isExceeded: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until another request is accepted; 0 while some are left. */
  readonly resetSeconds: number
}

/** Requests of a caller that a node has accepted. */
export interface Count {
  /** The caller, as other nodes know it. */
  readonly subject: string
  readonly taken: number
}

interface Options {
  readonly clock: Clock
  /** Multiplies every policy; 0 removes all limits (measurements only). */
  readonly scale: () => number
  /** How many nodes accept requests, this one included; 1 without it. */
  readonly nodes?: () => number
  /** The policy for a tenant's callers; null for no limit. The default without it. */
  readonly policyOf?: (
    limit: RequestClass,
    caller: Pick<Caller, 'tenantId' | 'subject'>,
  ) => RequestPolicy | null
  /** Hears of each request above a limit, and of whose limit it was. */
  readonly onExceeded?: (caller: Caller, limit: RequestClass) => void
}

/** Used requests of one caller, which the rate of the policy wears off. */
interface Bucket {
  used: number
  at: number
  /** Of these, accepted here and not told to other nodes. */
  untold: number
}

interface Found {
  readonly caller: Caller
  readonly subject: string
  readonly bucket: Bucket
  readonly perMilli: number
  readonly capacity: number
}

const usual: NonNullable<Options['policyOf']> = (limit, { subject }) =>
  defaultPolicies[limit][subject] ?? null

const isClass = oneOf(requestClasses)
const isSubject = oneOf(limitSubjects)

const keyOf = (limit: RequestClass, { subject, tenantId, name }: Caller): string =>
  `${limit} ${subject} ${tenantId ?? ''} ${name}`

const callerOf = (key: string): readonly [RequestClass, Caller] | null => {
  const [limit = '', subject = '', tenantId = '', ...name] = key.split(' ')
  if (!isClass(limit) || !isSubject(subject)) return null
  return [limit, { subject, tenantId: tenantId === '' ? null : tenantId, name: name.join(' ') }]
}

/** Classes in which a stranger with a whole network of addresses is bounded by the network, too. */
const isCountedByNetwork = oneOf(['guess', 'heavy'])

/** The caller, and the networks around its address. */
const callersOf = (caller: Caller, limit: RequestClass): readonly Caller[] =>
  caller.subject === 'ADDRESS' && isCountedByNetwork(limit)
    ? [caller, ...networksAround(caller.name).map((name) => ({ ...caller, name }))]
    : [caller]

/** Calls of strangers count apart: they take nothing from those who have shown who they are. */
const wholeTenant = ({ tenantId, subject }: Caller): Caller => ({
  tenantId,
  subject: 'TENANT',
  name: subject === 'ADDRESS' ? 'strangers' : '',
})

const isFull = ({ bucket, capacity }: Found): boolean => bucket.used + 1 > capacity

const standingOf = ({ bucket, capacity, perMilli }: Found, isExceeded: boolean): Standing => {
  const left = capacity - bucket.used
  return {
    isExceeded,
    limit: Math.floor(capacity),
    remaining: Math.max(0, Math.floor(left)),
    resetSeconds: left >= 1 ? 0 : Math.ceil((1 - left) / perMilli / 1000),
  }
}

/** A debt is waited off in the time in which a few bursts would fill up. */
const mostOwed = 2

/** What the nodes together do not tell of a caller, of the burst. */
const untoldShare = 0.1

/** Callers that a node remembers, of guesses and of all else. */
const most = 100_000

/** Token buckets in the memory of this node. */
export class RequestBuckets {
  readonly #options: Options
  readonly #policyOf: NonNullable<Options['policyOf']>
  readonly #buckets = boundedCache<Bucket>(most)
  /** Apart: only a wrong answer that was judged takes a place here, so other requests empty no budget. */
  readonly #guesses = boundedCache<Bucket>(most)
  /** Of whom the other nodes are to know. */
  readonly #busy = new Map<string, Bucket>()

  constructor(options: Options) {
    this.#options = options
    this.#policyOf = options.policyOf ?? usual
  }

  /** Takes one request from the caller's budget and the tenant's, or none; null without a policy. */
  take(caller: Caller, limit: RequestClass): Standing | null {
    const [own = null, ...around] = callersOf(caller, limit).map((each) => this.#found(each, limit))
    const whole = caller.tenantId === null ? null : this.#found(wholeTenant(caller), limit)
    const found = [own, ...around, whole].filter((each) => each !== null)
    const full = found.find(isFull)
    if (full !== undefined) return this.#exceeded(full, limit)
    for (const each of found) this.#take(each)
    // What the tenant has left is no stranger's business.
    const shown = caller.subject === 'ADDRESS' ? [own ?? whole] : [own, whole]
    const [first, second] = shown.flatMap((each) => (each === null ? [] : standingOf(each, false)))
    if (first === undefined || second === undefined) return first ?? null
    return second.remaining < first.remaining ? second : first
  }

  /** What is left, without taking any. */
  look(caller: Caller, limit: RequestClass): Standing | null {
    const found = this.#allFound(caller, limit)
    const full = found.find(isFull)
    if (full !== undefined) return this.#exceeded(full, limit)
    const [first] = found
    return first === undefined ? null : standingOf(first, false)
  }

  /** Takes one, also where nothing is left: the debt is waited off. */
  charge(caller: Caller, limit: RequestClass): void {
    for (const found of this.#allFound(caller, limit)) {
      this.#take(found)
      found.bucket.used = Math.min(found.bucket.used, mostOwed * found.capacity)
    }
  }

  /** What was accepted here of busy callers since the last time. */
  untold(): readonly Count[] {
    const counts = [...this.#busy].map(([subject, { untold: taken }]) => ({ subject, taken }))
    for (const bucket of this.#busy.values()) bucket.untold = 0
    this.#busy.clear()
    return counts
  }

  /** These could not be told: they are told with the next ones. */
  keep(counts: readonly Count[]): void {
    for (const { subject, taken } of counts) {
      const bucket = this.#cacheOf(subject).peek(subject)
      if (bucket === undefined) continue
      bucket.untold += taken
      this.#busy.set(subject, bucket)
    }
  }

  /** What another node has accepted. */
  hear(counts: readonly Count[]): void {
    for (const { subject, taken } of counts) {
      const [limit, caller] = callerOf(subject) ?? []
      if (limit === undefined || caller === undefined) continue
      const found = this.#found(caller, limit)
      if (found === null) continue
      this.#remember(found)
      found.bucket.used += taken
    }
  }

  #exceeded(found: Found, limit: RequestClass): Standing {
    this.#options.onExceeded?.(found.caller, limit)
    return standingOf(found, true)
  }

  #take(found: Found): void {
    const { subject, bucket, capacity } = found
    this.#remember(found)
    bucket.used += 1
    const nodes = this.#options.nodes?.() ?? 1
    if (nodes === 1) return
    bucket.untold += 1
    if (bucket.untold >= (capacity * untoldShare) / nodes) this.#busy.set(subject, bucket)
  }

  #found(caller: Caller, limit: RequestClass): Found | null {
    const scale = this.#options.scale()
    const policy = scale === 0 ? null : this.#policyOf(limit, caller)
    if (policy === null) return null
    const times = caller.subject === 'ADDRESS' ? scale * budgetsOf(caller.name) : scale
    const perMilli = (policy.rate * times) / (policy.periodSeconds * 1000)
    const now = this.#options.clock.now().getTime()
    const subject = keyOf(limit, caller)
    const bucket = this.#cacheOf(subject).get(subject) ?? { used: 0, at: now, untold: 0 }
    bucket.used = Math.max(0, bucket.used - Math.max(0, now - bucket.at) * perMilli)
    bucket.at = now
    return { caller, subject, bucket, perMilli, capacity: Math.max(1, policy.burst * times) }
  }

  #allFound(caller: Caller, limit: RequestClass): readonly Found[] {
    return callersOf(caller, limit)
      .map((each) => this.#found(each, limit))
      .filter((each) => each !== null)
  }

  #cacheOf(subject: string) {
    return subject.startsWith('guess ') ? this.#guesses : this.#buckets
  }

  /** Who has taken nothing has no place. */
  #remember({ subject, bucket }: Found): void {
    const cache = this.#cacheOf(subject)
    if (cache.peek(subject) === undefined) cache.set(subject, bucket)
  }
}
