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
import { createTenantWith, createTenantWithin, type NewTenant } from './create-tenant.ts'

type Wanted = z.output<typeof NewSubscriber>

interface WantedSubscriber extends Omit<Wanted, 'hostname'> {
  readonly publicUrl: string
  /** Chosen before, so that work that is repeated finds what it made. */
  readonly tenantId?: string
  /** Other host names that lead to it. */
  readonly aliases?: readonly string[]
}

/** Who gets the link may be away for some days. */
const linkLifeMillis = 7 * 86_400_000

/** The URL of a tenant one name below its provider's host. @throws invalid_parameters */
export const urlBelow = ({ tenant }: Context, hostname: string, path = 'body.hostname'): string => {
  const url = new URL(tenant.publicUrl)
  const [, below] = /^[^.]+\.(.+)$/.exec(hostname) ?? []
  if (below !== url.hostname) {
    const message = `is not one name below ${url.hostname}`
    throw new ApiError('invalid_parameters', { fields: [{ path, message }] })
  }
  url.hostname = hostname
  return url.origin
}

const rowOf = (provider: StoredTenant, wanted: WantedSubscriber): NewTenant => ({
  ...(wanted.tenantId === undefined ? {} : { tenantId: wanted.tenantId }),
  companyName: wanted.companyName,
  publicUrl: wanted.publicUrl,
  authenticationAccount: wanted.authenticationAccount,
  issuanceAccount: wanted.issuanceAccount,
  isProvider: wanted.isSp,
  parentTenantId: provider.tenant_id,
  region: wanted.region ?? provider.region,
  defaultLocale: wanted.defaultLocale ?? provider.default_locale,
  contractMode: wanted.entitlement.contractMode,
  aliases: wanted.aliases ?? [],
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

/** A provider is made by the root provider alone: none stands below another one. @throws access_denied */
export const expectMayMake = (
  provider: Pick<StoredTenant, 'parent_tenant_id'>,
  { isSp }: Pick<WantedSubscriber, 'isSp'>,
): void => {
  if (isSp && provider.parent_tenant_id !== null) throw new ApiError('access_denied')
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
  {
    publicUrl,
    region,
    isSp,
    entitlement,
    administrator,
    aliases = [],
  }: WantedSubscriber & { readonly region: string },
): Promise<void> => {
  const { bundle, users } = entitlement
  const event = {
    id: provider.platform.ids.uuid(),
    action: 'SUBSCRIBER_CREATED',
    at: provider.platform.clock.now(),
    subject: { entity: 'TENANTS', id: tenant.id, name: tenant.companyName },
    after: {
      publicUrl,
      ...(aliases.length === 0 ? {} : { aliases }),
      region,
      isSp,
      bundle,
      users,
      invited: administrator?.email ?? null,
    },
  }
  await enterTenant(db, provider.tenant.id)
  for (const statement of auditStatements(provider, [event])) await db.executeQuery(statement)
  await enterTenant(db, tenant.id)
}

/** What is made, and what is done inside it. @throws access_denied */
const planned = async (ctx: Context, wanted: WantedSubscriber) => {
  const provider = await readTenant(ctx)
  expectMayMake(provider, wanted)
  const row = rowOf(provider, wanted)
  const region = row.region ?? provider.region
  const inside = async (account: Context): Promise<string | null> => {
    await entitle(account, wanted)
    const setupUrl = await invite(account, provider, wanted)
    await noteMade(account, ctx, { ...wanted, region })
    return setupUrl
  }
  return { row, inside }
}

/**
 * Makes a tenant of this provider: keys, roles, host, entitlement, the link for its first
 * administrator and the entries in both logs stand or fall together.
 * @throws subscriber_exists, access_denied
 */
export const openSubscriber = async (
  ctx: Context,
  wanted: WantedSubscriber,
): Promise<{ readonly tenant: StoredTenant; readonly setupUrl: string | null }> => {
  const { row, inside } = await planned(ctx, wanted)
  const { tenant, result } = await createTenantWith(ctx.platform, row, inside)
  return { tenant, setupUrl: result }
}

/** The same as a part of the provider's open transaction; its id. @throws subscriber_exists, access_denied */
export const openSubscriberWithin = async (
  ctx: Context,
  wanted: WantedSubscriber,
): Promise<string> => {
  const { row, inside } = await planned(ctx, wanted)
  const { tenant } = await createTenantWithin(ctx, row, inside)
  return tenant.tenant_id
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

/** @throws subscriber_exists, invalid_parameters, access_denied */
export const create = async (
  ctx: Context,
  { hostname, ...wanted }: Wanted & Pick<WantedSubscriber, 'tenantId'>,
) => {
  const publicUrl = urlBelow(ctx, hostname)
  const { tenant, setupUrl } = await openSubscriber(ctx, { ...wanted, publicUrl })
  return present(tenant, wanted.entitlement.bundle, setupUrl)
}
