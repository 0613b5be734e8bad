import type { ClientBase } from 'pg'
import type { Database } from '../../src/platform/db/database.ts'

export interface TestDatabase {
  readonly database: Database
  /** Null on the embedded database. */
  readonly ownerUrl: string | null
  /** Runs `work` as the tables' owner, past row-level security. */
  asOwner<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>
  /**
   * Leaves the database to another process; returns how the service is told of it. Here it is used
   * again after `reopen` only.
   */
  release(): Promise<Readonly<Record<string, string>>>
  /** The database as another process has left it. */
  reopen(): Promise<TestDatabase>
  /** Closes the database and removes it. */
  drop(): Promise<void>
}
