import { CompiledQuery, type Kysely, type QueryResult } from 'kysely'
import type { Moment } from '../../src/platform/db/changes.ts'
import type {
  Database,
  FlushOptions,
  TenantDb,
  Transaction,
  TransactionOptions,
} from '../../src/platform/db/database.ts'
import type { Row, Statement, StatementResult } from '../../src/platform/db/flush.ts'
import { createHandle } from '../../src/platform/db/handle.ts'
import type { SystemTables, Tables } from '../../src/platform/db/schema.ts'
import { faultsOf } from './faults.ts'
import type { Scheduler, Step } from './scheduler.ts'
import type { SimulatedProcess } from './simulated-process.ts'

const staleMillis = 1000

const commit = { what: 'commit', faults: faultsOf.commit, isLasting: true } as const

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const resultOf = ({ rows, numAffectedRows }: QueryResult<unknown>): StatementResult => ({
  command: numAffectedRows === undefined ? 'SELECT' : 'UPDATE',
  rowCount: Number(numAffectedRows ?? rows.length),
  rows: rows.filter(isRow),
})

const queryOf = ({ text, values }: Statement): CompiledQuery => CompiledQuery.raw(text, [...values])

/** The verb of a statement and the first table that it names. */
const verbOf = (text: string): string => {
  const [verb = ''] = text.trim().split(/\s+/, 1)
  const [, table = ''] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}

const describe = (texts: readonly string[]): string => texts.map(verbOf).join(', ')

/**
 * The database as one process sees it: each statement, batch and commit is a step of the scheduler.
 * A killed process reaches it no more.
 */
export class FaultyDatabase implements Database {
  readonly kind: Database['kind']
  readonly system: Kysely<SystemTables>
  readonly #inner: Database
  readonly #scheduler: Scheduler
  readonly #process: SimulatedProcess

  constructor(inner: Database, scheduler: Scheduler, process: SimulatedProcess) {
    this.kind = inner.kind
    this.#inner = inner
    this.#scheduler = scheduler
    this.#process = process
    this.system = createHandle<SystemTables>(async (statement) =>
      resultOf(
        await this.#roundTrip([statement.text], () =>
          inner.system.executeQuery(queryOf(statement)),
        ),
      ),
    )
  }

  forTenant(tenantId: string): TenantDb {
    return createHandle<Tables>(async (statement) => {
      const [result] = await this.flush(tenantId, [queryOf(statement)])
      return result === undefined ? undefined : resultOf(result)
    })
  }

  flush(
    tenantId: string,
    statements: readonly CompiledQuery[],
    options?: FlushOptions,
  ): Promise<QueryResult<unknown>[]> {
    const texts = statements.map(({ sql }) => sql)
    return this.#roundTrip(texts, () => this.#inner.flush(tenantId, statements, options))
  }

  async transaction<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    this.refuseInsideTransaction()
    await this.#pass({ what: 'begin', faults: faultsOf.statement })
    let afterCommit = (): void => {}
    const value = await this.#scheduler.transaction(() =>
      this.#inner.transaction(
        tenantId,
        async (open) => {
          const result = await this.#worked(open, work)
          afterCommit = await this.#pass(commit)
          return result
        },
        options,
      ),
    )
    afterCommit()
    return value
  }

  runScript(sql: string): Promise<readonly Row[]> {
    return this.#roundTrip([sql], () => this.#inner.runScript(sql))
  }

  get takesChanges(): boolean {
    return this.#inner.takesChanges
  }

  get hearsChanges(): boolean {
    return this.#inner.hearsChanges
  }

  moment(): Moment {
    const { count } = this.#inner.moment()
    return { at: this.#scheduler.elapsed(), count: count === null ? null : this.#process.number }
  }

  /** The caches of modules are shared by all simulated processes; each sees its own entries alone. */
  holds(_tenantId: string, { at, count }: Moment): boolean {
    return count === this.#process.number && this.#scheduler.elapsed() - at < staleMillis
  }

  refuseInsideTransaction(): void {
    this.#inner.refuseInsideTransaction()
  }

  ping(): Promise<void> {
    return this.#roundTrip(['ping'], () => this.#inner.ping())
  }

  /** It stays open for the other processes. */
  async close(): Promise<void> {}

  #pass(step: Omit<Step, 'process'>): Promise<() => void> {
    return this.#scheduler.pass({ ...step, process: this.#process })
  }

  #roundTrip<T>(texts: readonly string[], run: () => Promise<T>): Promise<T> {
    this.refuseInsideTransaction()
    const step = { what: describe(texts), process: this.#process, faults: faultsOf.roundTrip }
    return this.#scheduler.step(step, run)
  }

  /** After a cut connection the transaction fails, even if the work catches the error. */
  async #worked<T>(open: Transaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let cut: unknown = null
    const within = async <R>(texts: readonly string[], run: () => Promise<R>): Promise<R> => {
      if (cut !== null) throw cut
      try {
        await this.#pass({ what: describe(texts), faults: faultsOf.statement })
      } catch (error) {
        cut = error
        throw error
      }
      return await this.#scheduler.effect(run)
    }
    const execute =
      (handle: Kysely<Tables> | Kysely<SystemTables>) =>
      async (statement: Statement): Promise<StatementResult> =>
        resultOf(await within([statement.text], () => handle.executeQuery(queryOf(statement))))
    const result = await work({
      db: createHandle<Tables>(execute(open.db)),
      system: createHandle<SystemTables>(execute(open.system)),
      flush: (statements) =>
        within(
          statements.map(({ sql }) => sql),
          () => open.flush(statements),
        ),
      atCommit: open.atCommit,
    })
    if (cut !== null) throw cut
    return result
  }
}
