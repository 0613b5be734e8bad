import { type Selectable, sql } from 'kysely'
import type { Database, TenantDb } from '../../../platform/db/database.ts'
import type { TenantRow } from '../../../platform/db/schema/tenancy.ts'

export type StoredTenant = Selectable<TenantRow>

/** The tenant of a host name, from the one table outside row security that knows. */
export const findTenantIdByHost = async (
  database: Database,
  host: string,
): Promise<string | null> => {
  const row = await database.system
    .selectFrom('host_names')
    .select('tenant_id')
    .where('host', '=', host)
    .executeTakeFirst()
  return row?.tenant_id ?? null
}

export const findTenant = (db: TenantDb, tenantId: string): Promise<StoredTenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()

export const insertTenant = async (db: TenantDb, tenant: StoredTenant): Promise<void> => {
  await db
    .insertInto('tenants')
    .values({
      ...tenant,
      motd: JSON.stringify(tenant.motd),
      colours: JSON.stringify(tenant.colours),
      features: JSON.stringify(tenant.features),
      bundle_flags: JSON.stringify(tenant.bundle_flags),
    })
    .execute()
}

export interface TenantChange {
  readonly public_url?: string
  readonly passkey_domain?: string | null
  readonly company_name?: string
  readonly company_country?: string | null
  readonly company_state?: string | null
  readonly default_locale?: string
  readonly phone_country?: string | null
  readonly logo?: string | null
  readonly motd?: string
  readonly colours?: string
  readonly legal_acknowledged?: boolean
  readonly locked?: boolean
  readonly deletion_at?: Date | null
  readonly deletion_grace_days?: number
  readonly contract_mode?: StoredTenant['contract_mode']
  readonly sp_identity_provider?: boolean
  readonly sp_identity_provider_allowed?: boolean
}

/** Writes the change if the row still has `version`; undefined when it has moved on. */
export const updateTenant = (
  db: TenantDb,
  { tenantId, version, change }: { tenantId: string; version: number; change: TenantChange },
): Promise<StoredTenant | undefined> =>
  db
    .updateTable('tenants')
    .set({ ...change, version: version + 1 })
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const insertHostName = async (
  database: Database,
  name: { readonly host: string; readonly tenant_id: string; readonly current: boolean },
): Promise<void> => {
  await database.system
    .insertInto('host_names')
    .values(name)
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute()
}

interface TakenHost {
  readonly tenantId: string
  readonly host: string
  readonly current: boolean
}

/** Takes a host for a tenant in its own transaction; false when it is another's. */
export const takeHost = async (
  db: TenantDb,
  { tenantId, host, current }: TakenHost,
): Promise<boolean> => {
  const taken = await sql`
    insert into host_names (host, tenant_id, current) values (${host}, ${tenantId}::uuid, ${current})
    on conflict (host) do nothing`.execute(db)
  return taken.numAffectedRows === 1n
}

/** Where a tenant answers now; null for one that is none. */
export const findCurrentHost = async (
  database: Database,
  tenantId: string,
): Promise<string | null> => {
  const row = await database.system
    .selectFrom('host_names')
    .select('host')
    .where('tenant_id', '=', tenantId)
    .where('current', '=', true)
    .executeTakeFirst()
  return row?.host ?? null
}

/** Of the tenant's hosts, the one of its public URL; the others are aliases. */
export const markCurrentHost = async (
  database: Database,
  { tenantId, host }: { readonly tenantId: string; readonly host: string },
): Promise<void> => {
  await database.system
    .updateTable('host_names')
    .set({ current: sql<boolean>`host = ${host}` })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Host names and domains of passkeys are given one after the other. */
const holdNames = (db: TenantDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('host names', 0))`.execute(db)

/** Whether a host lies in the domain of another tenant's passkeys: it could ask for them. */
export const isInForeignDomain = async (db: TenantDb, host: string): Promise<boolean> => {
  await holdNames(db)
  const { rows } = await sql<{ is: boolean }>`
    select is_in_foreign_passkey_domain(${host}::text) as is`.execute(db)
  return rows[0]?.is === true
}

/** Whether another tenant lives in a domain, or has it for its passkeys, or one above it. */
const isDomainShared = async (db: TenantDb, domain: string): Promise<boolean> => {
  if (await isInForeignDomain(db, domain)) return true
  const { rows } = await sql<{ is: boolean }>`
    select has_foreign_tenants(${domain}::text) as is`.execute(db)
  return rows[0]?.is === true
}

/** The tenant's hosts: the present one, and aliases. */
const listHosts = async (db: TenantDb, tenantId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ host: string }>`
    select host from host_names where tenant_id = ${tenantId}::uuid
    order by current desc, host limit 100`.execute(db)
  return rows.map(({ host }) => host)
}

/** A host name that no new tenant may have. */
interface TakenName {
  readonly host: string
  /** Whose it is; null where it lies in the domain of a tenant's passkeys. */
  readonly tenantId: string | null
}

/**
 * Those of the names that a tenant without any name could not have. All names stay as they are until
 * the transaction ends.
 */
const findTaken = async (db: TenantDb, hosts: readonly string[]): Promise<readonly TakenName[]> => {
  await holdNames(db)
  const { rows } = await sql<TakenName>`
    select n.host, h.tenant_id as "tenantId" from unnest(${hosts}::text[]) as n (host)
      left join host_names h on h.host = n.host
    where h.host is not null or is_in_foreign_passkey_domain(n.host)`.execute(db)
  return rows
}

/** Host names of tenants, and the domains above them. */
export const tenantDomains = {
  taken: findTaken,
  hosts: listHosts,
  isShared: isDomainShared,
  isForeign: isInForeignDomain,
}
