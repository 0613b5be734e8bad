import type { Kysely } from 'kysely'
import type { SystemTables } from './schema.ts'

/** Tenants as far as host names tell: each has one. */
export const listTenantIds = async (db: Kysely<SystemTables>): Promise<string[]> => {
  const rows = await db.selectFrom('host_names').select('tenant_id').distinct().execute()
  return rows.map(({ tenant_id }) => tenant_id)
}
