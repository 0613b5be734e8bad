import { sql } from 'kysely'
import type { TenantDb } from './database.ts'

/** Makes another tenant known to row-level security within a transaction that is of several. */
export const enterTenant = async (db: TenantDb, tenantId: string): Promise<void> => {
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(db)
}
