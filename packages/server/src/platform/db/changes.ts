import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Notification } from 'pg'
import type { Log } from '../log.ts'

/** When something was read of a tenant. */
export interface Moment {
  /** Milliseconds of `performance.now()`. */
  readonly at: number
  /** How many changes had been told by then; null inside a transaction, whose own are told to nobody yet. */
  readonly count: number | null
}

/** What is changed of tenants, here and on other nodes. */
export interface Changes {
  /** How many changes were told so far. */
  readonly count: number
  /** Whether changes by other nodes are received at present; on the embedded database there are none. */
  readonly isHeard: boolean
  /** Whether what was read then is what the tenant has now, or had at most 1 s ago. */
  holds(tenantId: string, moment: Moment): boolean
  close(): Promise<void>
}

const staleMillis = 1000

/** Nothing is told: what was read holds for 1 s. */
export const untoldChanges: Changes = {
  count: 0,
  isHeard: true,
  holds: (_tenantId, { at }) => performance.now() - at < staleMillis,
  close: async () => {},
}

const channel = 'signet_changes'
const beatMillis = 250
/** How long a connection may take to end: one that is stuck would never. */
const endMillis = 1000
/** How long beats may stay out until another connection is tried. */
const deafMillis = 10_000
const retryMillis = 1000
/** What was read is read again after this time, whatever is told. */
const longestMillis = 60_000
/** Tenants whose last change is remembered. */
const mostTenants = 100_000

/**
 * Changes as PostgreSQL tells them (LISTEN), by triggers of the tables that are kept in mind. They
 * come in the order of their commits, so a beat that comes back says that everything committed before
 * it was sent has been told. Where beats stay out (the connection is lost, a proxy gives it to others)
 * what was read holds for 1 s, as if nobody listened.
 */
export class ToldChanges implements Changes {
  count = 0
  readonly #last = new Map<string, number>()
  readonly #connect: () => Promise<Client>
  readonly #log: Pick<Log, 'warn'>
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #isLost = false
  /** What was read before is not known to hold. */
  #since = Number.POSITIVE_INFINITY
  /** Everything committed before has been told. */
  #toldUntil = Number.NEGATIVE_INFINITY

  constructor(connect: () => Promise<Client>, log: Pick<Log, 'warn'>) {
    this.#connect = connect
    this.#log = log
    this.#running = this.#run()
  }

  holds(tenantId: string, { at, count }: Moment): boolean {
    const now = performance.now()
    if (count !== null && (this.#last.get(tenantId) ?? 0) > count) return false
    if (now - at < staleMillis) return true
    const isTold = count !== null && at >= this.#since && now - this.#toldUntil < staleMillis
    return isTold && now - at < longestMillis
  }

  get isHeard(): boolean {
    return performance.now() - this.#toldUntil < staleMillis
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#listen()
      } catch (err) {
        if (!this.#isLost) this.#log.warn({ err }, 'changes by other nodes are not received')
        this.#isLost = true
      }
      this.#since = Number.POSITIVE_INFINITY
      await this.#rest(retryMillis)
    }
  }

  async #listen(): Promise<void> {
    const client = await this.#connect()
    try {
      client.on('notification', (told) => this.#take(client, told))
      await client.query(`listen ${channel}`)
      this.#begin()
      while (!this.#closing.signal.aborted) {
        this.#expectHeard()
        await client.query('select pg_notify($1, $2)', [channel, String(performance.now())])
        await this.#rest(beatMillis)
      }
    } finally {
      await Promise.race([client.end().catch(() => {}), sleep(endMillis, null, { ref: false })])
    }
  }

  /** Beats that are sent and stay out: another connection may hear again. */
  #expectHeard(): void {
    const silent = performance.now() - Math.max(this.#since, this.#toldUntil)
    if (silent > deafMillis) throw new Error('notifications do not arrive on this connection')
  }

  #begin(): void {
    this.#last.clear()
    this.#since = performance.now()
  }

  #take(client: Client & { readonly processID?: number | null }, told: Notification): void {
    const { processId, payload = '' } = told
    const sent = Number(payload)
    if (Number.isNaN(sent)) return this.#note(payload)
    if (processId !== client.processID) return
    this.#toldUntil = sent
    if (this.#isLost) this.#log.warn({}, 'changes by other nodes are received again')
    this.#isLost = false
  }

  #note(tenantId: string): void {
    if (this.#last.size >= mostTenants) this.#begin()
    this.count += 1
    this.#last.set(tenantId, this.count)
  }

  /** Ends early where the service ends. */
  async #rest(millis: number): Promise<void> {
    const { signal } = this.#closing
    await sleep(millis, undefined, { signal, ref: false }).catch(() => {})
  }
}
