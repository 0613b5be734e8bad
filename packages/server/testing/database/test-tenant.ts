import { randomUUID } from 'node:crypto'
import type { Database, TenantDb } from '../../src/platform/db/database.ts'

/** Writes the row of a new tenant, for tests below the modules. */
export const insertTenantRow = async (db: TenantDb, tenantId: string): Promise<void> => {
  await db
    .insertInto('tenants')
    .values({
      tenant_id: tenantId,
      company_name: 'Acme',
      public_url: `http://${tenantId}.localhost:8080`,
      authentication_account: true,
      issuance_account: false,
      is_provider: false,
      tier: 0,
      contract_mode: 'TRIAL',
      default_locale: 'en',
      region: 'us-east-1',
      motd: '{}',
      colours: '{}',
      features: '{}',
      smart_login_enabled: false,
      legal_acknowledged: false,
      locked: false,
      terminated: false,
      created_at: new Date(),
    })
    .execute()
}

/** A tenant with its host name and what `more` adds in the same transaction. Returns its id. */
export const createTestTenant = async (
  database: Database,
  more: (db: TenantDb, tenantId: string) => Promise<void> = async () => {},
): Promise<string> => {
  const tenantId = randomUUID()
  await database.transaction(tenantId, async ({ db }) => {
    await insertTenantRow(db, tenantId)
    await more(db, tenantId)
  })
  await database.system
    .insertInto('host_names')
    .values({ host: `${tenantId}.localhost`, tenant_id: tenantId, current: true })
    .execute()
  return tenantId
}
