import { sql } from 'kysely'
import type { TenantDb } from './database.ts'

/** What a tenant may have so many of, each kind with a lock of its own. */
export type Limited =
  | 'bulk-operations'
  | 'credential-designs'
  | 'external-databases'
  | 'flash-pass-designs'
  | 'list-exports'
  | 'printer-alerts'
  | 'printers'
  | 'reports'
  | 'ribbon-bundles'
  | 'scheduled-tasks'
  | 'site-agents'
  | 'smart-card-profiles'
  | 'variable-graphics'
  | 'webhooks'
  | 'workflow-designs'

/**
 * Before what there is of it is counted and one more is added: of several at once in the tenant,
 * each counts what the one before has added. Held until the transaction ends.
 */
export const lockLimit = async (
  { db, tenant }: { readonly db: TenantDb; readonly tenant: { readonly id: string } },
  what: Limited,
): Promise<void> => {
  const key = `limit ${what} ${tenant.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}
