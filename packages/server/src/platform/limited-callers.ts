import type { LimitSubject, RequestClass } from '@signet/rules/request-limits'
import { boundedCache } from './bounded-cache.ts'
import type { Caller } from './request-limits/buckets.ts'

/** Callers of a tenant that are counted apart until they are written, strangers and others: the rest together. */
const callersApart = { strangers: 50, others: 50 } as const
const longestCaller = 100

/** Requests of one caller above a limit. */
export interface LimitedCaller {
  readonly limitClass: RequestClass
  readonly subject: LimitSubject
  /** An id, or the network of an address; empty for a whole tenant, and for all that are not counted apart. */
  readonly caller: string
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface LimitedCallers {
  note(caller: Caller, limit: RequestClass): void
  /** What was noted since the last time, by tenant. */
  drain(): readonly (readonly [tenantId: string, callers: readonly LimitedCaller[]])[]
}

/** The first 48 bits, as they are written. */
const networkOf = (digits: string): string =>
  `${(digits.slice(0, 12).match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, '')).join(':')}::/48`

/** One row for a network, however many addresses it has. Protocols come before the address. */
const shownAddress = (name: string): string => {
  const address = name.slice(name.lastIndexOf(' ') + 1)
  const parts = address.split('.')
  if (parts.length === 4) return `${parts.slice(0, 3).join('.')}.0/24`
  return /^[0-9a-f]{12}(?:[0-9a-f]{4}|[0-9a-f]{2}\/56|\/48)$/.test(address)
    ? networkOf(address)
    : ''
}

const shownCaller = ({ subject, name }: Caller): string => {
  if (subject === 'TENANT') return ''
  return subject === 'ADDRESS' ? shownAddress(name) : name.slice(0, longestCaller)
}

type Counts = Map<string, LimitedCaller>

const isStranger = ({ subject }: Pick<Caller, 'subject'>): boolean => subject === 'ADDRESS'

const mayComeApart = (counts: Counts, caller: Caller): boolean => {
  const most = isStranger(caller) ? callersApart.strangers : callersApart.others
  const alike = [...counts.values()].filter((each) => isStranger(each) === isStranger(caller))
  return alike.length < most
}

/** Counts the callers that met limits, in memory that is bounded by tenants. */
export const createLimitedCallers = (now: () => Date): LimitedCallers => {
  const tenants = boundedCache<{ readonly id: string; readonly counts: Counts }>(10_000)
  return {
    note: (caller, limitClass) => {
      const { tenantId, subject } = caller
      if (tenantId === null) return
      const { counts } = tenants.get(tenantId) ?? { counts: new Map() }
      const own = shownCaller(caller)
      const ownKey = `${limitClass} ${subject} ${own}`
      const isApart = counts.has(ownKey) || mayComeApart(counts, caller)
      const key = isApart ? ownKey : `${limitClass} ${subject} `
      const before = counts.get(key)
      const lastAt = now()
      counts.set(key, {
        limitClass,
        subject,
        caller: isApart ? own : '',
        count: (before?.count ?? 0) + 1,
        firstAt: before?.firstAt ?? lastAt,
        lastAt,
      })
      tenants.set(tenantId, { id: tenantId, counts })
    },
    drain: () => {
      const drained = [...tenants.values()].map(
        ({ id, counts }) => [id, [...counts.values()]] as const,
      )
      tenants.clear()
      return drained
    },
  }
}
