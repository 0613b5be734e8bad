import { providerTier } from './tenants.ts'

/** Highest rank first. */
export const bundleTypes = ['PREMIUM', 'PLUS', 'STANDARD', 'CONSUMER'] as const
export type BundleType = (typeof bundleTypes)[number]

/** To which bundles a tenant may move from each. */
export const bundleMoves: Readonly<Record<BundleType, readonly BundleType[]>> = {
  PREMIUM: ['STANDARD', 'PLUS', 'CONSUMER'],
  PLUS: ['STANDARD', 'CONSUMER'],
  STANDARD: ['CONSUMER'],
  CONSUMER: ['STANDARD'],
}

/** A bundle stays, is chosen for the first time, or moves as the rules allow; it is not taken away. */
export const mayMoveBundle = (from: BundleType | null, to: BundleType | null): boolean =>
  from === null || from === to || (to !== null && bundleMoves[from].includes(to))

export const bundleFlags = [
  'hasIssuance',
  'hasIssuanceAPI',
  'directTenant',
  'directTenantLocked',
  'hasFlashPassCounter',
  'hasFleetManagement',
  'hasPayToPrint',
  'hasPrinterCounter',
] as const
export type BundleFlag = (typeof bundleFlags)[number]

export type BundleSettings = Readonly<Record<BundleFlag, boolean>>

/** Fleet management is all that was bought: the menu then shows little else. */
export const isFleetManagementOnly = (flags: BundleSettings): boolean =>
  flags.hasFleetManagement &&
  !bundleFlags.some(
    (flag) => flag.startsWith('has') && flag !== 'hasFleetManagement' && flags[flag],
  )

/** Features by the names bundles list them under; a bundle gives each `enabled` and `quantity`. */
export const featureNames = [
  'userSelfService',
  'vpnRemoteAccess',
  'ssoPortal',
  'adSync',
  'office365',
  'riskBasedPolicyEngine',
  'desktopLogin',
  'authApi',
  'adminApi',
  'idpProxy',
  'externalRiskEngine',
  'scimProvisioning',
  'oAuthV2ApiProtection',
  'openIdConnectApplicationsIntegration',
  'userCertificateAuthentication',
  'mobileSmartCredentialLogin',
] as const
export type FeatureName = (typeof featureNames)[number]

/** The features that decide what the menu shows. */
export const menuFeatures = [
  'idpProxy',
  'oAuthV2ApiProtection',
  'scimProvisioning',
  'openIdConnectApplicationsIntegration',
  'externalRiskEngine',
  'authApi',
] as const satisfies readonly FeatureName[]
export type MenuFeature = (typeof menuFeatures)[number]

export interface PlanFacts {
  readonly isRootProvider: boolean
  readonly isProvider: boolean
  readonly authenticationAccount: boolean
  readonly tier: number
  /** The bundles of the tenant's entitlements, in any order. */
  readonly bundles: readonly BundleType[]
}

/** The bundle that stands for a tenant's plan; null when it has none. */
export const planBundle = (facts: PlanFacts): BundleType | null => {
  if (facts.isRootProvider) return 'PREMIUM'
  if (facts.bundles.length === 1) return facts.bundles[0] ?? null
  if (facts.isProvider && facts.authenticationAccount && facts.tier === providerTier) return 'PLUS'
  return bundleTypes.find((type) => facts.bundles.includes(type)) ?? null
}
