import type { ClientBase } from 'pg'
import type { Database } from './database.ts'

export interface TestDatabase {
  readonly database: Database
  /** Null on the embedded database. */
  readonly ownerUrl: string | null
  /** Runs `work` as the tables' owner, past row-level security. */
  asOwner<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>
  /** Closes the database and removes it. */
  drop(): Promise<void>
}
