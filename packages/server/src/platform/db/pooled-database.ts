import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { type Changes, type Moment, untoldChanges } from './changes.ts'
import { type Connections, createConnections, ofNoTenant } from './connections.ts'
import type {
  Database,
  FlushOptions,
  Isolation,
  TenantDb,
  Transaction,
  TransactionOptions,
} from './database.ts'
import { flushOn, type Row, type Statement, type StatementResult } from './flush.ts'
import { createHandle, toQueryResult, toStatement } from './handle.ts'
import { OpenTransaction, setTenant, setTenantOnDiskSoon } from './open-transaction.ts'
import type { Outage } from './outage.ts'
import type { SystemTables, Tables } from './schema.ts'
import {
  CannotWrite,
  DatabaseUnreachable,
  isConnectionLost,
  isRetryable,
  translateError,
} from './sql-errors.ts'

const mostRetries = 5

/** On for a replica, and for a server whose administrator has made it read-only. */
const readsOnly: Statement = {
  text: `select current_setting('transaction_read_only') = 'on' as held`,
  values: [],
}

/** One row that is there in every database of ours. */
const leastChange: Statement = { text: 'update pgboss.version set version = version', values: [] }

const isHeld = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'held' in row && row.held === true

/** Full jitter: two transactions that met do not meet again in step. */
const backOff = (retry: number): Promise<void> => sleep(Math.random() * 5 * 2 ** retry)

const retrying = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let retry = 1; ; retry += 1) {
    try {
      return await work()
    } catch (error) {
      if (retry > mostRetries || !isRetryable(error)) throw error
      await backOff(retry)
    }
  }
}

interface PooledDatabaseOptions {
  readonly kind: Database['kind']
  readonly pool: Pool
  readonly outage: Outage
  readonly changes?: Changes
  /** @throws CannotWrite when there is no room for changes */
  readonly expectRoom?: () => Promise<void>
  /** Runs after the pool has ended. */
  readonly afterClose?: () => Promise<void>
}

export class PooledDatabase implements Database {
  readonly kind: Database['kind']
  readonly system: Kysely<SystemTables>
  readonly #pool: Pool
  readonly #connections: Connections
  readonly #changes: Changes
  readonly #outage: Outage
  readonly #expectRoom: () => Promise<void>
  readonly #afterClose: () => Promise<void>
  readonly #present = new AsyncLocalStorage<OpenTransaction>()
  readonly #handles = new LRUCache<string, TenantDb>({ max: 1000 })

  constructor({
    kind,
    pool,
    outage,
    changes = untoldChanges,
    expectRoom = async () => {},
    afterClose = async () => {},
  }: PooledDatabaseOptions) {
    this.kind = kind
    this.#pool = pool
    this.#connections = createConnections(pool)
    this.#outage = outage
    this.#changes = changes
    this.#expectRoom = expectRoom
    this.#afterClose = afterClose
    this.system = createHandle<SystemTables>(
      async (statement) => (await this.#once(ofNoTenant, [statement]))[0],
    )
  }

  forTenant(tenantId: string): TenantDb {
    const known = this.#handles.get(tenantId)
    if (known !== undefined) return known
    const tenant = setTenant(tenantId)
    const handle = createHandle<Tables>(
      async (statement) => (await this.#once(tenantId, [tenant, statement]))[1],
    )
    this.#handles.set(tenantId, handle)
    return handle
  }

  async flush(
    tenantId: string,
    statements: readonly CompiledQuery[],
    { onDisk = 'before' }: FlushOptions = {},
  ): Promise<QueryResult<unknown>[]> {
    const mayWait = this.kind === 'postgres' && onDisk === 'soon'
    const tenant = mayWait ? setTenantOnDiskSoon(tenantId) : setTenant(tenantId)
    const results = await this.#once(tenantId, [tenant, ...statements.map(toStatement)])
    return results.slice(1).map(toQueryResult)
  }

  async transaction<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T>,
    { isolation = 'read committed' }: TransactionOptions = {},
  ): Promise<T> {
    this.refuseInsideTransaction()
    return await retrying(() => this.#attempt({ tenantId, isolation, work }))
  }

  async runScript(sql: string): Promise<readonly Row[]> {
    this.refuseInsideTransaction()
    return await this.#lend(ofNoTenant, async (client) => {
      const results = [await client.query<Row>(sql)].flat()
      return results.flatMap(({ rows }) => rows)
    })
  }

  async ping(): Promise<void> {
    const [answer] = await this.#once(ofNoTenant, [readsOnly])
    const [row] = answer === undefined ? [] : toQueryResult(answer).rows
    if (isHeld(row)) throw this.#translated(new CannotWrite('read-only'))
    await this.#expectRoom()
    if (this.#outage.takesChanges) return
    await this.#once(ofNoTenant, [leastChange])
    this.#outage.changed()
    this.#outage.expectWritable()
  }

  get takesChanges(): boolean {
    return this.#outage.takesChanges
  }

  async close(): Promise<void> {
    await this.#changes.close()
    await this.#pool.end()
    await this.#afterClose()
  }

  moment(): Moment {
    const count = this.#present.getStore()?.isOpen ? null : this.#changes.count
    return { at: performance.now(), count }
  }

  get hearsChanges(): boolean {
    return this.#changes.isHeard
  }

  holds(tenantId: string, moment: Moment): boolean {
    return this.#changes.holds(tenantId, moment)
  }

  /**
   * A statement beside the open transaction would wait for a second connection: forever on the
   * embedded database, and on PostgreSQL as soon as the pool is empty.
   */
  refuseInsideTransaction(): void {
    if (this.#present.getStore()?.isOpen) {
      throw new Error(
        'a statement inside a transaction must use the handle of that transaction (ctx.db)',
      )
    }
  }

  #translated(thrown: unknown): unknown {
    const error = translateError(thrown)
    if (error instanceof DatabaseUnreachable) this.#outage.failed(error)
    return error
  }

  /** Runs `work` on a connection, in the tenant's turn. */
  async #lend<T>(tenantId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await this.#connections.lend(tenantId, (client) =>
        this.#lending(client, () => work(client)),
      )
    } catch (error) {
      throw this.#translated(error)
    }
  }

  /** Runs `work` on a client and gives it back, or drops it when it cannot serve another. */
  async #lending<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
    let isLost = false
    try {
      const value = await work()
      this.#outage.answered()
      return value
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost || client.getTransactionStatus() !== 'I')
    }
  }

  async #once(tenantId: string, statements: readonly Statement[]): Promise<StatementResult[]> {
    this.refuseInsideTransaction()
    return await retrying(() => this.#lend(tenantId, (client) => flushOn(client, statements)))
  }

  async #attempt<T>({ tenantId, isolation, work }: Attempt<T>): Promise<T> {
    return await this.#lend(tenantId, async (client) => {
      const transaction = new OpenTransaction(client, { tenantId, isolation })
      try {
        const value = await this.#present.run(transaction, () => work(transaction))
        await transaction.commit()
        return value
      } catch (error) {
        await transaction.rollback().catch(() => {})
        throw error
      }
    })
  }
}

interface Attempt<T> {
  readonly tenantId: string
  readonly isolation: Isolation
  readonly work: (transaction: Transaction) => Promise<T>
}
