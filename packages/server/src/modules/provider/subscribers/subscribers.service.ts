import type { CreatedSubscriber, NewSubscriber } from '@signet/contract/provider/subscribers'
import { type BundleType, featureNames } from '@signet/rules/bundles'
import type { z } from 'zod'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import { createSetupLink } from '../../access/setup/index.ts'
import { mailPeople } from '../../authenticators/notices/index.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { readTenant, type StoredTenant } from '../../tenancy/tenants/index.ts'
import { createTenantWith, type NewTenant } from './create-tenant.ts'

type Wanted = z.output<typeof NewSubscriber>

interface WantedSubscriber extends Omit<Wanted, 'hostname'> {
  readonly publicUrl: string
}

/** Who gets the link may be away for some days. */
const linkLifeMillis = 7 * 86_400_000

/** The address of a tenant one name below its provider's. @throws invalid_parameters */
const addressBelow = ({ tenant }: Context, hostname: string): string => {
  const url = new URL(tenant.publicUrl)
  const [, below] = /^[^.]+\.(.+)$/.exec(hostname) ?? []
  if (below !== url.hostname) {
    const message = `is not one name below ${url.hostname}`
    throw new ApiError('invalid_parameters', { fields: [{ path: 'body.hostname', message }] })
  }
  url.hostname = hostname
  return url.origin
}

const rowOf = (provider: StoredTenant, wanted: WantedSubscriber): NewTenant => ({
  companyName: wanted.companyName,
  publicUrl: wanted.publicUrl,
  authenticationAccount: wanted.authenticationAccount,
  issuanceAccount: wanted.issuanceAccount,
  isProvider: false,
  parentTenantId: provider.tenant_id,
  region: wanted.region ?? provider.region,
  defaultLocale: wanted.defaultLocale ?? provider.default_locale,
  contractMode: wanted.entitlement.contractMode,
})

/** What was bought: people who authenticate are counted, what is issued is not. */
const entitle = async (ctx: Context, { entitlement, ...wanted }: WantedSubscriber) => {
  const { bundle, contractMode, endDate, users } = entitlement
  const features = entitlement.features ?? featureNames
  const bought = {
    bundle,
    contract_mode: contractMode,
    end_date: endDate === null ? null : new Date(endDate),
    features: features.map((name) => ({ name, enabled: true, quantity: null })),
  }
  if (wanted.authenticationAccount) {
    await grantEntitlement(ctx, { ...bought, type: 'AUTHENTICATION', allotment: users })
  }
  if (wanted.issuanceAccount) await grantEntitlement(ctx, { ...bought, type: 'ISSUANCE' })
}

/** The link for the first administrator: mailed to them, or given back when nobody is named. */
const invite = async (
  ctx: Context,
  provider: StoredTenant,
  { administrator }: WantedSubscriber,
) => {
  const setupUrl = await createSetupLink(ctx, {
    kind: 'FIRST_ADMINISTRATOR',
    userId: null,
    lifeMillis: linkLifeMillis,
  })
  if (administrator === null) return setupUrl
  const { email: address, name = address, locale = ctx.tenant.defaultLocale } = administrator
  await mailPeople(ctx, [{ userId: '', address, name, locale }], {
    kind: 'administratorInvited',
    values: { setupUrl, provider: provider.company_name },
  })
  return null
}

/** Notes the tenant in its provider's log, within the transaction that makes it. */
const noteMade = async (
  { db, tenant }: Context,
  provider: Context,
  { publicUrl, region, entitlement, administrator }: WantedSubscriber & { readonly region: string },
): Promise<void> => {
  const { bundle, users } = entitlement
  const event = {
    id: provider.platform.ids.uuid(),
    action: 'SUBSCRIBER_CREATED',
    at: provider.platform.clock.now(),
    subject: { entity: 'TENANTS', id: tenant.id, name: tenant.companyName },
    after: { publicUrl, region, bundle, users, invited: administrator?.email ?? null },
  }
  await enterTenant(db, provider.tenant.id)
  for (const statement of auditStatements(provider, [event])) await db.executeQuery(statement)
  await enterTenant(db, tenant.id)
}

/**
 * Makes a tenant of this provider: keys, roles, host, entitlement, the link for its first
 * administrator and the entries in both logs stand or fall together.
 * @throws subscriber_exists
 */
export const openSubscriber = async (
  ctx: Context,
  wanted: WantedSubscriber,
): Promise<{ readonly tenant: StoredTenant; readonly setupUrl: string | null }> => {
  const provider = await readTenant(ctx)
  const row = rowOf(provider, wanted)
  const region = row.region ?? provider.region
  const { tenant, result } = await createTenantWith(ctx.platform, row, async (inside) => {
    await entitle(inside, wanted)
    const setupUrl = await invite(inside, provider, wanted)
    await noteMade(inside, ctx, { ...wanted, region })
    return setupUrl
  })
  return { tenant, setupUrl: result }
}

const present = (
  tenant: StoredTenant,
  bundle: BundleType,
  setupUrl: string | null,
): z.input<typeof CreatedSubscriber> => ({
  id: tenant.tenant_id,
  companyName: tenant.company_name,
  hostname: new URL(tenant.public_url).hostname,
  publicUrl: tenant.public_url,
  region: tenant.region,
  bundle,
  setupUrl,
})

/** @throws subscriber_exists, invalid_parameters */
export const create = async (ctx: Context, { hostname, ...wanted }: Wanted) => {
  const publicUrl = addressBelow(ctx, hostname)
  const { tenant, setupUrl } = await openSubscriber(ctx, { ...wanted, publicUrl })
  return present(tenant, wanted.entitlement.bundle, setupUrl)
}
