import { createTenant } from '@signet/server/modules/provider/subscribers/index'
import type { ClientBase } from 'pg'
import type { Seeding } from '../subject/seeding.ts'

export const clientsOfTenant = 10

const hostOf = (tenant: number): string => `tenant-${tenant}.localhost`

/** As the service knows it at this port. */
export const authorityOf = (tenant: number, port: string): string => `${hostOf(tenant)}:${port}`

export const clientIdOf = (tenant: number, client: number): string => `client-${tenant}-${client}`

/** Each with the keys, roles and flows of its own that every tenant has. */
export const makeTenant = async ({ ctx }: Seeding, tenant: number): Promise<string> => {
  const { port } = new URL(ctx.tenant.publicUrl)
  const made = await createTenant(ctx.platform, {
    companyName: `Tenant ${tenant}`,
    publicUrl: `http://${authorityOf(tenant, port)}`,
    authenticationAccount: true,
    issuanceAccount: false,
    isProvider: false,
    parentTenantId: ctx.tenant.id,
  })
  return made.tenant_id
}

/** Applications made after a real one: its row as the service wrote it, with its secret. */
const copyClients = `insert into oidc_applications
  select (jsonb_populate_record(a, jsonb_build_object('tenant_id', $2::uuid,
    'id', gen_random_uuid(), 'client_id', 'client-' || $3::int || '-' || n, 'name', 'Client ' || n,
    'name_key', 'client ' || n))).*
  from oidc_applications a cross join generate_series(0, $4::int - 1) n where a.client_id = $1`

/** So many tenants, ten clients in each. */
export const seedTenants = async (
  owner: ClientBase,
  seeding: Seeding,
  { tenants, clientId }: { readonly tenants: number; readonly clientId: string },
): Promise<void> => {
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    const id = await makeTenant(seeding, tenant)
    await owner.query(copyClients, [clientId, id, tenant, clientsOfTenant])
  }
  await owner.query('vacuum analyze oidc_applications')
}
