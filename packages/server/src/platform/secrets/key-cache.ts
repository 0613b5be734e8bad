import { boundedCache } from '../bounded-cache.ts'
import type { Database } from '../db/database.ts'
import { oneRead } from '../one-read.ts'
import type { TenantKey } from './tenant-keys.ts'

/** A tenant's keys as read at one moment. */
export interface TenantKeys {
  readonly all: readonly TenantKey[]
  readonly readAt: number
}

export interface KeyCache {
  /** Keys read at most `freshMillis` ago. */
  fresh(tenantId: string): Promise<TenantKeys>
  /** Keys read now. */
  read(tenantId: string): Promise<TenantKeys>
  /** The keys last read, however long ago; null before the first read. */
  known(tenantId: string): TenantKeys | null
  /** Keys of a transaction that is still open: known in it, read again after it. */
  expect(tenantId: string, keys: readonly TenantKey[]): void
}

const freshMillis = 1000

/** Unwrapped keys of the tenants last used; one read at a time for each. */
export const createKeyCache = (
  database: Database,
  read: (tenantId: string) => Promise<readonly TenantKey[]>,
): KeyCache => {
  const known = boundedCache<TenantKeys>(10_000)
  const put = (tenantId: string, all: readonly TenantKey[]): TenantKeys => {
    const keys = { all, readAt: performance.now() }
    known.set(tenantId, keys)
    return keys
  }
  const readAgain = oneRead(database, async (tenantId) => put(tenantId, await read(tenantId)))
  return {
    known: (tenantId) => known.get(tenantId) ?? null,
    expect: (tenantId, all) => void known.set(tenantId, { all, readAt: Number.NEGATIVE_INFINITY }),
    read: readAgain,
    async fresh(tenantId) {
      const keys = known.get(tenantId)
      const isFresh = keys !== undefined && performance.now() - keys.readAt <= freshMillis
      return isFresh ? keys : await readAgain(tenantId)
    },
  }
}
