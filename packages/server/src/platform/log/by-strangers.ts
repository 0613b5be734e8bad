import { boundedCache } from '../bounded-cache.ts'
import type { Log } from '../log.ts'

/** Lines of one kind in a minute. */
const linesOfKind = 5
/** Lines of one tenant in a minute, of whatever kinds. */
const linesOfTenant = 30
/** Lines of all tenants in a minute. */
const linesInAll = 300
const minuteMillis = 60_000

/** A line that a request without a session may cause. */
interface Line {
  readonly tenantId: string
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

interface Kind {
  written: number
  leftOut: number
}

interface Minute {
  written: number
  readonly kinds: Map<string, Kind>
}

/** What strangers cause in the log of this node, counted by minutes. */
class Ledger {
  readonly #tenants = boundedCache<Minute>(10_000)
  #inAll = 0
  #isCounting = false

  write(log: Log, { tenantId, level, message, fields }: Line): void {
    const minute = this.#tenants.get(tenantId) ?? { written: 0, kinds: new Map() }
    this.#tenants.set(tenantId, minute)
    const kind = minute.kinds.get(message) ?? { written: 0, leftOut: 0 }
    minute.kinds.set(message, kind)
    if (!this.#isCounting) setTimeout(() => this.#end(log), minuteMillis).unref()
    this.#isCounting = true
    const isWritten =
      kind.written < linesOfKind && minute.written < linesOfTenant && this.#inAll < linesInAll
    if (!isWritten) {
      kind.leftOut += 1
      return
    }
    kind.written += 1
    minute.written += 1
    this.#inAll += 1
    log[level]({ ...fields, tenantId }, message)
  }

  /** One line for each kind of which lines were left out. */
  #end(log: Log): void {
    this.#isCounting = false
    this.#inAll = 0
    const sums = new Map<string, number>()
    for (const [, { kinds }] of this.#tenants.entries()) {
      for (const [message, { leftOut }] of kinds) {
        if (leftOut > 0) sums.set(message, (sums.get(message) ?? 0) + leftOut)
      }
    }
    this.#tenants.clear()
    for (const [message, leftOut] of sums) log.warn({ of: message, leftOut }, 'lines left out')
  }
}

/** One for each node's log. */
const ledgers = new WeakMap<Log, Ledger>()

/**
 * Writes a line that a stranger causes: five of a kind and tenant in a minute, and 30 of a tenant. The
 * rest is one line with its count when the minute is over, so that no caller fills the log. `message` is
 * fixed text, never a caller's.
 */
export const logByStranger = (log: Log, line: Line): void => {
  const ledger = ledgers.get(log) ?? new Ledger()
  ledgers.set(log, ledger)
  ledger.write(log, line)
}
