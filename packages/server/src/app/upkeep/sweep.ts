import { type CompiledQuery, sql } from 'kysely'
import type { Retention } from '../../kit/module.ts'
import type { TenantDb } from '../../platform/db/database.ts'
import { listTenantIds } from '../../platform/db/tenant-ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { retention } from './retention.ts'

const batch = 1000
/** Then the next tenant has its turn: however much one has, the others do not wait for all of it. */
const writesInTurn = 10

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

interface OfTenant {
  readonly tenantId: string
  /** The sweeps that are not known to be at their end. */
  readonly left: readonly Retention[]
}

interface Turn extends OfTenant {
  /** How many rows went. */
  readonly count: number
}

/** One batch of each sweep in one write, again for those that were full, some times. */
const sweepInTurn = async (
  { database, clock }: Platform,
  { tenantId, left: begun }: OfTenant,
  { mayGoOn }: Sweeping,
): Promise<Turn> => {
  const db = database.forTenant(tenantId)
  let left = begun
  let count = 0
  for (let writes = 0; left.length > 0 && writes < writesInTurn; writes += 1) {
    if (!(await mayGoOn())) return { tenantId, left: [], count }
    const at = { tenantId, now: clock.now() }
    const results = await database.flush(
      tenantId,
      left.map((sweep) => deletion(db, sweep, at)),
    )
    const counts = results.map(({ numAffectedRows = 0n }) => Number(numAffectedRows))
    count += counts.reduce((sum, each) => sum + each, 0)
    left = left.filter((_, index) => counts[index] === batch)
  }
  return { tenantId, left, count }
}

/** Deletes what has had its time, tenants in turns. Returns how many rows went. */
export const sweepAll = async (platform: Platform, sweeping: Sweeping): Promise<number> => {
  const tenants = await listTenantIds(platform.database.system)
  let waiting: readonly OfTenant[] = tenants.map((tenantId) => ({ tenantId, left: retention }))
  let count = 0
  while (waiting.length > 0) {
    const turns: Turn[] = []
    for (const each of waiting) turns.push(await sweepInTurn(platform, each, sweeping))
    count += turns.reduce((sum, turn) => sum + turn.count, 0)
    waiting = turns.filter(({ left }) => left.length > 0)
  }
  return count
}
