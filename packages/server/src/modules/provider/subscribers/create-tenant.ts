import type { ContractMode } from '@signet/rules/tenants'
import { defaultGraceDays, themeDefaults } from '@signet/rules/tenants'
import { audit } from '../../../kit/audit.ts'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSigningKey } from '../../../platform/signing-keys/key-ring.ts'
import { insertSystemFlows } from '../../access/flows/index.ts'
import { insertDefaultRules } from '../../access/resource-rules/index.ts'
import { ensureBuiltInRoles } from '../../identity/roles/index.ts'
import {
  insertTenant,
  type StoredTenant,
  takeHost,
  tenantDomains,
  tenantOf,
} from '../../tenancy/tenants/index.ts'

export interface NewTenant {
  /** Chosen before, so that work that is repeated finds what it made. */
  readonly tenantId?: string
  readonly companyName: string
  readonly publicUrl: string
  readonly authenticationAccount: boolean
  readonly issuanceAccount: boolean
  readonly isProvider: boolean
  readonly parentTenantId: string | null
  readonly region?: string
  readonly defaultLocale?: string
  readonly contractMode?: ContractMode
  /** Other names that lead here: loopback addresses for the default tenant. */
  readonly aliases?: readonly string[]
}

const rowOf = (platform: Platform, wanted: NewTenant): StoredTenant => ({
  tenant_id: wanted.tenantId ?? platform.ids.uuid(),
  parent_tenant_id: wanted.parentTenantId,
  company_name: wanted.companyName,
  company_country: null,
  company_state: null,
  public_url: wanted.publicUrl,
  authentication_account: wanted.authenticationAccount,
  issuance_account: wanted.issuanceAccount,
  is_provider: wanted.isProvider,
  tier: themeDefaults.tier,
  contract_mode: wanted.contractMode ?? themeDefaults.contractMode,
  passkey_domain: null,
  default_locale: wanted.defaultLocale ?? themeDefaults.defaultLocale,
  phone_country: null,
  region: wanted.region ?? themeDefaults.subscriberRegion,
  logo: null,
  motd: {},
  colours: {},
  features: {},
  bundle_flags: {},
  smart_login_enabled: false,
  inherits_otp_provider: true,
  sp_identity_provider: false,
  sp_identity_provider_allowed: true,
  legal_acknowledged: false,
  locked: false,
  terminated: false,
  deletion_at: null,
  deletion_grace_days: defaultGraceDays,
  created_at: platform.clock.now(),
  version: 1,
})

/** The tenant's own host, then its aliases as far as they are free. @throws subscriber_exists */
const takeHosts = async (ctx: Context, row: StoredTenant, aliases: readonly string[]) => {
  const host = new URL(row.public_url).hostname
  const place = { tenantId: row.tenant_id }
  if (await tenantDomains.isForeign(ctx.db, host)) throw new ApiError('subscriber_exists')
  if (!(await takeHost(ctx.db, { ...place, host, current: true }))) {
    throw new ApiError('subscriber_exists')
  }
  for (const alias of aliases) await takeHost(ctx.db, { ...place, host: alias, current: false })
}

const makeKeys = async ({ platform, db }: Context, tenantId: string): Promise<void> => {
  await platform.secrets.createTenantKeys(db, tenantId)
  for (const purpose of ['session', 'oidc', 'audit'] as const) {
    await createSigningKey(platform, db, { tenantId, purpose, algorithm: 'ES256' })
  }
}

interface Made<T> {
  readonly tenant: StoredTenant
  /** What was done inside. */
  readonly result: T
}

interface Making<T> {
  readonly tenant: StoredTenant
  readonly wanted: NewTenant
  readonly inside: (ctx: Context) => Promise<T>
}

const contextOf = (platform: Platform, tenant: StoredTenant): Context =>
  systemContext(platform, { tenant: tenantOf(tenant), name: 'tenant creation' })

/** All that a tenant has from the start, in a transaction of its own tenant. */
const make = async <T>(ctx: Context, { tenant, wanted, inside }: Making<T>): Promise<T> => {
  await insertTenant(ctx.db, tenant)
  await takeHosts(ctx, tenant, wanted.aliases ?? [])
  await makeKeys(ctx, tenant.tenant_id)
  await ensureBuiltInRoles(ctx)
  await insertSystemFlows(ctx)
  await insertDefaultRules(ctx)
  audit(ctx, 'TENANT_CREATED', {
    subject: { entity: 'TENANTS', id: tenant.tenant_id, name: tenant.company_name },
    attributes: { provider: wanted.parentTenantId },
  })
  return inside(ctx)
}

/**
 * Creates a tenant with its keys, built-in roles, flows and hosts, and does `inside` in the same
 * transaction: nobody reaches it before all of it stands.
 * @throws subscriber_exists when its host is another tenant's
 */
export const createTenantWith = async <T>(
  platform: Platform,
  wanted: NewTenant,
  inside: (ctx: Context) => Promise<T>,
): Promise<Made<T>> => {
  const tenant = rowOf(platform, wanted)
  const result = await contextOf(platform, tenant).transaction((ctx) =>
    make(ctx, { tenant, wanted, inside }),
  )
  return { tenant, result }
}

/**
 * The same as a part of the open transaction of another tenant, which is entered again afterwards.
 * @throws subscriber_exists when its host is another tenant's
 */
export const createTenantWithin = async <T>(
  outer: Context,
  wanted: NewTenant,
  inside: (ctx: Context) => Promise<T>,
): Promise<Made<T>> => {
  const tenant = rowOf(outer.platform, wanted)
  const events: PendingEvent[] = []
  const ctx: Context = {
    ...contextOf(outer.platform, tenant),
    db: outer.db,
    events,
    transaction: (nested) => nested(ctx),
  }
  await enterTenant(outer.db, tenant.tenant_id)
  const result = await make(ctx, { tenant, wanted, inside })
  for (const statement of auditStatements(ctx, events)) await outer.db.executeQuery(statement)
  await enterTenant(outer.db, outer.tenant.id)
  return { tenant, result }
}

/** @throws subscriber_exists when its host is another tenant's */
export const createTenant = async (platform: Platform, wanted: NewTenant): Promise<StoredTenant> =>
  (await createTenantWith(platform, wanted, async () => undefined)).tenant
