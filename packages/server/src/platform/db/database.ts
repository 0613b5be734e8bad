import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Moment } from './changes.ts'
import type { SystemTables, Tables } from './schema.ts'

/** A handle on the product's tables, bound to one tenant by row-level security. */
export type TenantDb = Kysely<Tables>

/** Both databases (embedded and PostgreSQL) behind one handle. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** The closed list of tables outside row-level security. */
  readonly system: Kysely<SystemTables>
  /**
   * A handle for one tenant. Each statement outside a transaction is one write to the
   * connection: the tenant setting, the statement, one Sync.
   */
  forTenant(tenantId: string): TenantDb
  /**
   * Runs several statements of one tenant in one write with one Sync: atomic, one round trip.
   * @throws the first statement's error that failed; nothing is written then.
   */
  flush(
    tenantId: string,
    statements: readonly CompiledQuery[],
    options?: FlushOptions,
  ): Promise<QueryResult<unknown>[]>
  /**
   * Runs `work` in a transaction of one tenant, again as a whole (at most 5 times) after a
   * serialization failure or deadlock (40001, 40P01). `work` may register statements that
   * travel with COMMIT in one write. Inside `work`, every other handle of this database throws.
   */
  transaction<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /**
   * Runs SQL of one or several statements without parameters and without a tenant: for a library
   * that brings its own. Returns the rows of all of them.
   */
  runScript(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Now, for what is read from now on and kept in mind. */
  moment(): Moment
  /** Whether what was read at that moment is what the tenant has now, or had at most 1 s ago. */
  holds(tenantId: string, moment: Moment): boolean
  /** Whether changes by other nodes are received at present; otherwise what was read holds for 1 s. */
  readonly hearsChanges: boolean
  /** @throws inside `work` of a transaction, which no other read may wait beside */
  refuseInsideTransaction(): void
  /** False from the first change that fails, or a ping of a read-only server, until one succeeds. */
  readonly takesChanges: boolean
  /**
   * Rejects while the database does not answer, or is read-only; after changes have failed, until a
   * change of its own succeeds.
   */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface FlushOptions {
  /**
   * `before` the answer, by default. `soon`: PostgreSQL has it committed, seen by everybody and safe
   * from the end of this process, and writes it to its disk within a second, or with the next commit
   * that waits: what comes later is never there without it. Only a crash of the database itself in
   * between loses it. The embedded database, which ends with this process, never puts it off.
   */
  readonly onDisk?: 'before' | 'soon'
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export interface TransactionOptions {
  /** Default `read committed`. */
  readonly isolation?: Isolation
}

export interface Transaction {
  readonly db: TenantDb
  /** Tables outside row-level security, in this same transaction. */
  readonly system: Kysely<SystemTables>
  /** Runs several statements in one write with one Sync, in this transaction. */
  flush(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>
  /** Adds statements to the write that carries COMMIT. */
  atCommit(statements: () => readonly CompiledQuery[]): void
}
