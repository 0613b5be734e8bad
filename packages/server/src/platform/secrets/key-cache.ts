import { boundedCache } from '../bounded-cache.ts'
import type { Moment } from '../db/changes.ts'
import type { Database } from '../db/database.ts'
import { oneRead } from '../one-read.ts'
import type { TenantKey } from './tenant-keys.ts'

/** A tenant's keys as read at one moment. */
interface TenantKeys {
  readonly all: readonly TenantKey[]
  /** Null where they were not read. */
  readonly moment: Moment | null
}

export interface KeyCache {
  /** Keys at most 1 s stale. */
  fresh(tenantId: string): Promise<TenantKeys>
  /** Keys read now. */
  read(tenantId: string): Promise<TenantKeys>
  /** The keys last read, however long ago; null before the first read. */
  known(tenantId: string): TenantKeys | null
  /** Keys of a transaction that is still open: known in it, read again after it. */
  expect(tenantId: string, keys: readonly TenantKey[]): void
}

/** Unwrapped keys of the tenants last used; one read at a time for each. */
export const createKeyCache = (
  database: Database,
  read: (tenantId: string) => Promise<readonly TenantKey[]>,
): KeyCache => {
  const known = boundedCache<TenantKeys>(10_000)
  const readAgain = oneRead(database, async (tenantId) => {
    const moment = database.moment()
    const keys = { all: await read(tenantId), moment }
    known.set(tenantId, keys)
    return keys
  })
  return {
    known: (tenantId) => known.get(tenantId) ?? null,
    expect: (tenantId, all) => void known.set(tenantId, { all, moment: null }),
    read: readAgain,
    async fresh(tenantId) {
      const keys = known.get(tenantId)
      const moment = keys?.moment ?? null
      const isFresh = moment !== null && database.holds(tenantId, moment)
      return keys !== undefined && isFresh ? keys : await readAgain(tenantId)
    },
  }
}
