import { boundedCache } from './bounded-cache.ts'

/** The first of a kind and source in a minute are written singly. */
const singlesOfSource = 5
/** What one tenant's log takes singly, however many sources there are. */
const singlesOfMinute = 60
const singlesOfHour = 600
/** Kinds counted apart in one minute; the rest of them together. */
const kindsOfMinute = 20
const addressesKept = 5
const minuteMillis = 60_000
const hourMillis = 60 * minuteMillis

/** What a rejection is counted by: only values of the tenant's own, none that a caller makes up. */
export interface RejectionKind {
  readonly door: string
  readonly reason: string
  readonly application?: { readonly id: string; readonly name: string }
}

/** Rejections that were not written singly, of one kind in one minute. */
export interface RejectionCount {
  readonly tenantId: string
  /** null where a minute had more kinds than are counted apart. */
  readonly kind: RejectionKind | null
  readonly count: number
  /** The start of the minute. */
  readonly from: Date
  /** The first few addresses that they came from. */
  readonly addresses: readonly string[]
}

interface Rejected {
  readonly tenantId: string
  readonly kind: RejectionKind
  /** The address of the caller, an IPv6 one by its /64. */
  readonly source: string
}

export interface RejectionMeter {
  /** Whether this one is written singly; it is counted otherwise. */
  take(rejected: Rejected): boolean
  /** The counts of minutes that are over (`all`: of the current one too); each is returned once. */
  drain(which: 'ended' | 'all'): readonly RejectionCount[]
}

interface Counted {
  readonly kind: RejectionKind | null
  count: number
  readonly addresses: Set<string>
}

interface Minute {
  readonly at: number
  singles: number
  readonly sources: Map<string, number>
  readonly counted: Map<string, Counted>
}

interface Ledger {
  hour: number
  singlesInHour: number
  minute: Minute
}

const newMinute = (at: number): Minute => ({
  at,
  singles: 0,
  sources: new Map(),
  counted: new Map(),
})

const keyOf = ({ door, reason, application }: RejectionKind): string =>
  `${door} ${reason} ${application?.id ?? ''}`

const count = ({ counted }: Minute, { kind, source }: Rejected): void => {
  const own = keyOf(kind)
  const isApart = counted.has(own) || counted.size < kindsOfMinute
  const key = isApart ? own : ''
  const entry = counted.get(key) ?? { kind: isApart ? kind : null, count: 0, addresses: new Set() }
  entry.count += 1
  if (entry.addresses.size < addressesKept) entry.addresses.add(source)
  counted.set(key, entry)
}

const isSingle = (ledger: Ledger, { kind, source }: Rejected): boolean => {
  const { minute } = ledger
  if (minute.singles >= singlesOfMinute || ledger.singlesInHour >= singlesOfHour) return false
  const key = `${keyOf(kind)} ${source}`
  const before = minute.sources.get(key) ?? 0
  if (before >= singlesOfSource) return false
  minute.sources.set(key, before + 1)
  return true
}

const countsOf = (tenantId: string, { at, counted }: Minute): readonly RejectionCount[] =>
  [...counted.values()].map(({ kind, count: times, addresses }) => ({
    tenantId,
    kind,
    count: times,
    from: new Date(at),
    addresses: [...addresses],
  }))

/**
 * Decides which rejections the audit log of a tenant takes singly, so that no caller can fill it:
 * at most 60 a minute and 600 an hour, and 21 counts a minute. Memory is bounded by tenants.
 */
export const createRejectionMeter = (now: () => Date): RejectionMeter => {
  const ledgers = boundedCache<Ledger>(10_000)
  const ended: RejectionCount[] = []
  const ledgerOf = (tenantId: string): Ledger => {
    const time = now().getTime()
    const at = time - (time % minuteMillis)
    const hour = time - (time % hourMillis)
    const ledger = ledgers.get(tenantId) ?? { hour, singlesInHour: 0, minute: newMinute(at) }
    if (ledger.minute.at !== at) {
      ended.push(...countsOf(tenantId, ledger.minute))
      ledger.minute = newMinute(at)
    }
    if (ledger.hour !== hour) Object.assign(ledger, { hour, singlesInHour: 0 })
    ledgers.set(tenantId, ledger)
    return ledger
  }
  return {
    take: (rejected) => {
      const ledger = ledgerOf(rejected.tenantId)
      if (!isSingle(ledger, rejected)) {
        count(ledger.minute, rejected)
        return false
      }
      ledger.minute.singles += 1
      ledger.singlesInHour += 1
      return true
    },
    drain: (which) => {
      // A ledger that is read moves among the others: their names are read before.
      const tenants = Array.from(ledgers.keys())
      for (const tenantId of tenants) {
        const { minute } = ledgerOf(tenantId)
        if (which === 'all') {
          ended.push(...countsOf(tenantId, minute))
          minute.counted.clear()
        }
      }
      return ended.splice(0)
    },
  }
}
