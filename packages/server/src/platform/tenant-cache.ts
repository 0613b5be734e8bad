import { boundedCache } from './bounded-cache.ts'
import type { Moment } from './db/changes.ts'
import type { Database } from './db/database.ts'

/** What was read of a tenant, and when its reading began (`Database.moment`). */
interface Read<T> {
  readonly tenantId: string
  readonly moment: Moment
  readonly value: T
}

export interface TenantCache<T> {
  /** What was read of a name, while it is at most 1 s stale. */
  find(database: Pick<Database, 'holds'>, name: string): T | undefined
  /** What was read last of a name, however long ago. */
  last(name: string): T | undefined
  keep(name: string, read: Read<T>): void
  forget(name: string): void
}

/** What was read of tenants, by names that hold a tenant each: the entries used last. */
export const tenantCache = <T>(entries = 10_000): TenantCache<T> => {
  const known = boundedCache<Read<T>>(entries)
  return {
    find: (database, name) => {
      const read = known.get(name)
      const isFresh = read !== undefined && database.holds(read.tenantId, read.moment)
      return isFresh ? read.value : undefined
    },
    last: (name) => known.get(name)?.value,
    keep: (name, read) => void known.set(name, read),
    forget: (name) => void known.delete(name),
  }
}
