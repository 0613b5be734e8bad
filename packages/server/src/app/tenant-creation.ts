import { audit } from '../kit/audit.ts'
import { systemContext } from '../kit/create-context.ts'
import { ensureBuiltInRoles } from '../modules/identity/roles/index.ts'
import {
  insertHostName,
  insertTenant,
  type StoredTenant,
  tenantOf,
} from '../modules/tenancy/tenants/index.ts'
import type { Platform } from '../platform/platform.ts'
import { createSigningKey } from '../platform/signing-keys/key-ring.ts'

export interface NewTenant {
  readonly companyName: string
  readonly publicUrl: string
  readonly authenticationAccount: boolean
  readonly issuanceAccount: boolean
  readonly isProvider: boolean
  readonly parentTenantId: string | null
  /** Other names that lead here: loopback addresses for the default tenant. */
  readonly aliases?: readonly string[]
}

const rowOf = (platform: Platform, wanted: NewTenant): StoredTenant => ({
  tenant_id: platform.ids.uuid(),
  parent_tenant_id: wanted.parentTenantId,
  company_name: wanted.companyName,
  company_country: null,
  company_state: null,
  public_url: wanted.publicUrl,
  authentication_account: wanted.authenticationAccount,
  issuance_account: wanted.issuanceAccount,
  is_provider: wanted.isProvider,
  tier: 0,
  contract_mode: 'TRIAL',
  default_locale: 'en',
  region: 'us-east-1',
  logo: null,
  motd: {},
  colours: {},
  features: {},
  smart_login_enabled: false,
  legal_acknowledged: false,
  locked: false,
  terminated: false,
  created_at: platform.clock.now(),
  version: 1,
})

/** Creates a tenant with its keys, built-in roles and host names. The host names come last: until then nobody can reach it. */
export const createTenant = async (
  platform: Platform,
  wanted: NewTenant,
): Promise<StoredTenant> => {
  const row = rowOf(platform, wanted)
  const ctx = systemContext(platform, { tenant: tenantOf(row), name: 'tenant creation' })
  await ctx.transaction(async (ctx) => {
    await insertTenant(ctx.db, row)
    await platform.secrets.createTenantKeys(ctx.db, row.tenant_id)
    for (const purpose of ['session', 'oidc', 'audit'] as const) {
      await createSigningKey(platform, ctx.db, {
        tenantId: row.tenant_id,
        purpose,
        algorithm: 'ES256',
      })
    }
    await ensureBuiltInRoles(ctx)
    audit(ctx, 'TENANT_CREATED', {
      subject: { entity: 'TENANTS', id: row.tenant_id, name: row.company_name },
    })
  })
  const names = [new URL(row.public_url).hostname, ...(wanted.aliases ?? [])]
  for (const [index, host] of names.entries()) {
    await insertHostName(platform.database, {
      host,
      tenant_id: row.tenant_id,
      current: index === 0,
    })
  }
  return row
}
