import type { RawBuilder } from 'kysely'
import type { Tables } from '../platform/db/schema.ts'
import type { Route } from './routes.ts'

export const hour = 3_600_000
export const day = 24 * hour
export const year = 365 * day

/** Rows that are deleted once `column` is `graceMillis` in the past. */
export interface Retention {
  readonly table: keyof Tables
  /** A time, or an id that begins with one (UUIDv7). */
  readonly column: string
  readonly graceMillis: number
  /** The rows it applies to; all by default. */
  readonly only?: RawBuilder<boolean>
}

/**
 * What a subject brings to the service. `npm run modules` lists the records of all modules; the app,
 * the retention job and the sweeps read them.
 */
export interface Module {
  /** Routes that need nothing from the areas above; `app/areas.ts` adds the others. */
  readonly routes?: readonly (readonly Route[])[]
  readonly retention?: readonly Retention[]
  /** Columns `table.column` of times that do not end their row, each with the reason. */
  readonly kept?: Readonly<Record<string, string>>
  /** Columns `table.column` whose values grant access, or could after a short search. */
  readonly secretColumns?: readonly string[]
  /** Columns that look like secrets by type or name and are not. */
  readonly openColumns?: readonly string[]
}
