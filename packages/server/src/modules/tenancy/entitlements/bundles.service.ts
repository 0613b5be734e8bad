import type { Bundles } from '@signet/contract/tenancy/bundles'
import {
  type BundleFlag,
  type BundleSettings,
  type BundleType,
  bundleMoves,
  featureNames,
  planBundle,
} from '@signet/rules/bundles'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { StoredFeature } from '../../../platform/db/schema/entitlements.ts'
import { readTenant, type StoredTenant } from '../tenants/index.ts'
import { listEntitlements, listRemoved, type StoredEntitlement } from './entitlements.repository.ts'

/** What an unlimited tenant has: everything, and nothing of it counted. */
const everything: readonly StoredFeature[] = featureNames.map((name) => ({
  name,
  enabled: true,
  quantity: null,
}))

const sum = (quantities: readonly (number | null)[]): number | null =>
  quantities.reduce<number | null>(
    (total, each) => (each === null ? total : (total ?? 0) + each),
    null,
  )

/** A feature is on when one bundle has it; what the bundles give of it adds up. */
const together = (features: readonly StoredFeature[]): StoredFeature[] =>
  [...Map.groupBy(features, ({ name }) => name)].map(([name, same]) => ({
    name,
    enabled: same.some(({ enabled }) => enabled),
    quantity: sum(same.map(({ quantity }) => quantity)),
  }))

/** What the tenant's own row says of a feature stands above its bundles. */
const withOwn = (features: readonly StoredFeature[], { features: own }: StoredTenant) => [
  ...features.map((feature) => ({ ...feature, enabled: own[feature.name] ?? feature.enabled })),
  ...Object.entries(own)
    .filter(([name]) => !features.some((feature) => feature.name === name))
    .map(([name, enabled]) => ({ name, enabled, quantity: null })),
]

const isActive = ({ start_date, end_date }: StoredEntitlement, now: Date): boolean =>
  start_date <= now && (end_date === null || end_date > now)

/** The entitlements whose time has come and is not over. */
export const activeEntitlements = async (ctx: Context): Promise<StoredEntitlement[]> => {
  const now = ctx.platform.clock.now()
  return (await listEntitlements(ctx)).filter((each) => isActive(each, now))
}

const planOf = (tenant: StoredTenant, entitlements: readonly StoredEntitlement[]) =>
  planBundle({
    isRootProvider: tenant.is_provider && tenant.parent_tenant_id === null,
    isProvider: tenant.is_provider,
    authenticationAccount: tenant.authentication_account,
    tier: tenant.tier,
    bundles: entitlements.flatMap(({ bundle }) => bundle ?? []),
  })

const bundlesOf = (plan: BundleType | null, entitlements: readonly StoredEntitlement[]) => {
  const listed = entitlements.flatMap(({ bundle, features }) =>
    bundle === null ? [] : [{ type: bundle, features: [...features] }],
  )
  const isListed = plan === null || listed.some(({ type }) => type === plan)
  return isListed ? listed : [{ type: plan, features: [...everything] }, ...listed]
}

/** What the tenant's own row says of a flag stands above its bundles. */
const settingsOf = (
  tenant: StoredTenant,
  entitlements: readonly StoredEntitlement[],
): BundleSettings => {
  const has = (flag: BundleFlag): boolean =>
    tenant.bundle_flags[flag] ?? entitlements.some(({ flags }) => flags[flag] === true)
  return {
    hasIssuance: tenant.issuance_account || has('hasIssuance'),
    hasIssuanceAPI: has('hasIssuanceAPI'),
    directTenant: has('directTenant'),
    directTenantLocked: has('directTenantLocked'),
    hasFlashPassCounter: has('hasFlashPassCounter'),
    hasFleetManagement: has('hasFleetManagement'),
    hasPayToPrint: has('hasPayToPrint'),
    hasPrinterCounter: has('hasPrinterCounter'),
  }
}

/** A tenant that never had an entitlement has everything; one whose last was removed has nothing of it. */
const givenFeatures = async (ctx: Context, entitlements: readonly StoredEntitlement[]) => {
  if (entitlements.length > 0) return entitlements.flatMap(({ features }) => features)
  return (await listRemoved(ctx)).length > 0 ? [] : everything
}

/**
 * What the tenant's entitlements switch on. One that has ended switches nothing off, since people sign in
 * on while a contract is being renewed.
 */
export const readBundles = async (ctx: Context): Promise<z.input<typeof Bundles>> => {
  const tenant = await readTenant(ctx)
  const entitlements = await listEntitlements(ctx)
  const plan = planOf(tenant, entitlements)
  const given = await givenFeatures(ctx, entitlements)
  return {
    plan,
    moves: plan === null ? [] : [...bundleMoves[plan]],
    bundles: bundlesOf(plan, entitlements),
    settings: settingsOf(tenant, entitlements),
    features: withOwn(together(given), tenant),
  }
}

export const readFlags = async (ctx: Context): Promise<BundleSettings> =>
  settingsOf(await readTenant(ctx), await listEntitlements(ctx))
