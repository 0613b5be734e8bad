import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, type Tenant } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import type { Database } from '../../../platform/db/database.ts'
import { oneRead } from '../../../platform/one-read.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import {
  findTenant,
  findTenantIdByHost,
  type StoredTenant,
  type TenantChange,
  updateTenant,
} from './tenants.repository.ts'

export const tenantOf = (row: StoredTenant): Tenant => ({
  id: row.tenant_id,
  companyName: row.company_name,
  publicUrl: row.public_url,
  passkeyDomain: row.passkey_domain,
  defaultLocale: row.default_locale,
  phoneCountry: row.phone_country,
  authenticationAccount: row.authentication_account,
  issuanceAccount: row.issuance_account,
  isProvider: row.is_provider,
  providerId: row.is_provider ? row.tenant_id : (row.parent_tenant_id ?? row.tenant_id),
  smartLoginEnabled: row.smart_login_enabled,
  locked: row.locked,
  spIdentityProvider: row.sp_identity_provider && row.sp_identity_provider_allowed,
})

/** Of the navigation cookie: `__Host-` binds it to this host over TLS; loopback HTTP cannot have it. */
export const cookieName = ({ publicUrl }: Tenant): string =>
  publicUrl.startsWith('https:') ? '__Host-signet' : 'signet'

export interface TenantFinder {
  /** @throws hostname_not_found */
  byHost(host: string): Promise<Tenant>
  byId(tenantId: string): Promise<Tenant | null>
}

/** Host names without port, in lower case and without a trailing dot. */
const normalHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

/** Tenants by host name, at most 1 s stale; unknown hosts are asked again each time. */
export const createTenantFinder = (database: Database): TenantFinder => {
  const byHost = tenantCache<Tenant>()
  const byId = async (tenantId: string): Promise<Tenant | null> => {
    const row = await findTenant(database.forTenant(tenantId), tenantId)
    return row === undefined || row.terminated ? null : tenantOf(row)
  }
  const read = oneRead(database, async (host) => {
    const moment = database.moment()
    const tenantId = host === '' ? null : await findTenantIdByHost(database, host)
    const tenant = tenantId === null ? null : await byId(tenantId)
    if (tenant === null) throw new ApiError('hostname_not_found')
    byHost.keep(host, { tenantId: tenant.id, moment, value: tenant })
    return tenant
  })
  return {
    byId,
    async byHost(asked) {
      const host = normalHost(asked)
      return byHost.find(database, host) ?? (await read(host))
    },
  }
}

const orNotFound = foundOr('hostname_not_found')

export const readTenant = async (ctx: Context): Promise<StoredTenant> =>
  orNotFound(await findTenant(ctx.db, ctx.tenant.id))

const shown = (row: StoredTenant) => ({
  companyName: row.company_name,
  publicUrl: row.public_url,
  locked: row.locked,
  deletionAt: row.deletion_at?.toISOString() ?? null,
  deletionGraceDays: row.deletion_grace_days,
  contractMode: row.contract_mode,
  spIdentityProvider: row.sp_identity_provider,
  spIdentityProviderAllowed: row.sp_identity_provider_allowed,
  passkeyDomain: row.passkey_domain,
  companyCountry: row.company_country,
  companyState: row.company_state,
  defaultLocale: row.default_locale,
  phoneCountry: row.phone_country,
  legalAcknowledged: row.legal_acknowledged,
  colours: row.colours,
  motd: row.motd,
  logo: row.logo === null ? null : 'present',
})

/** Changes the tenant's own row. @throws precondition_failed when someone else changed it meanwhile */
export const changeTenant = (
  ctx: Context,
  change: TenantChange,
  action: string,
): Promise<StoredTenant> =>
  ctx.transaction(async (ctx) => {
    const before = await readTenant(ctx)
    expectVersion(ctx, before.version)
    const after = await updateTenant(ctx.db, {
      tenantId: ctx.tenant.id,
      version: before.version,
      change,
    })
    if (after === undefined) throw new ApiError('precondition_failed')
    audit(ctx, action, {
      subject: { entity: 'SUBSCRIBERS', id: ctx.tenant.id, name: after.company_name },
      before: shown(before),
      after: shown(after),
    })
    return after
  })
