import { type CompiledQuery, sql } from 'kysely'
import type { Retention } from '../../kit/module.ts'
import type { TenantDb } from '../../platform/db/database.ts'
import { listTenantIds } from '../../platform/db/tenant-ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { retention } from './retention.ts'

const batch = 1000

/** The least UUIDv7 of a moment (RFC 9562, section 5.7). */
const firstIdAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const isId = (column: string): boolean => column.endsWith('_id')

const deletion = (
  db: TenantDb,
  { table, column, graceMillis, only }: Retention,
  { tenantId, now }: { readonly tenantId: string; readonly now: Date },
): CompiledQuery => {
  const before = new Date(now.getTime() - graceMillis)
  const end = isId(column)
    ? sql`${firstIdAt(before)}::uuid`
    : sql`${before.toISOString()}::timestamptz`
  return sql`
    delete from ${sql.table(table)} where tenant_id = ${tenantId} and ctid in (
      select t.ctid from ${sql.table(table)} t
      where t.tenant_id = ${tenantId} and t.${sql.ref(column)} < ${end}
        and ${only ?? sql`true`} limit ${batch})`.compile(db)
}

interface Sweeping {
  /** Asked before each batch: false ends the work where it is. */
  readonly mayGoOn: () => Promise<boolean>
}

/** One batch of each sweep in one write, again for those that were full. */
const sweepTenant = async (
  { database, clock }: Platform,
  tenantId: string,
  { mayGoOn }: Sweeping,
): Promise<number> => {
  const db = database.forTenant(tenantId)
  let left: readonly Retention[] = retention
  let count = 0
  while (left.length > 0 && (await mayGoOn())) {
    const at = { tenantId, now: clock.now() }
    const results = await database.flush(
      tenantId,
      left.map((sweep) => deletion(db, sweep, at)),
    )
    const counts = results.map(({ numAffectedRows = 0n }) => Number(numAffectedRows))
    count += counts.reduce((sum, each) => sum + each, 0)
    left = left.filter((_, index) => counts[index] === batch)
  }
  return count
}

/** Deletes what has had its time, tenant by tenant. Returns how many rows went. */
export const sweepAll = async (platform: Platform, sweeping: Sweeping): Promise<number> => {
  let count = 0
  for (const tenantId of await listTenantIds(platform.database.system)) {
    count += await sweepTenant(platform, tenantId, sweeping)
  }
  return count
}
