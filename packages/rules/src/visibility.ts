import type { BuiltInRoleId } from './built-in-roles.ts'
import type { MenuFeature } from './bundles.ts'
import { may, type Need, type Permissions } from './permissions.ts'
import type { RoleType } from './roles.ts'
import { providerTier } from './tenants.ts'
import type { UserTab, userTabs } from './users.ts'

/** What a screen may ask of the session besides a permission; all that a screen lists must hold. */
export const conditions = [
  'authAccount',
  'notAuthAccount',
  'issuanceAccount',
  'serviceProvider',
  'noProviderAbove',
  'smartLogin',
  'tier1',
  'authApi',
  'externalRiskEngine',
  'idpProxy',
  'oAuthV2ApiProtection',
  'openIdConnectApplicationsIntegration',
  'scimProvisioning',
  'hasFleetManagement',
  'notDirectLocked',
  'notDirectTenant',
  'externalOtpAllowed',
  'showApplications',
  'showMyActivities',
  'showProfile',
  'showAuthenticators',
  'showDevices',
  'showTenants',
  'groupManagementAll',
  'notHiddenFeatureG',
  'notFleetOnly',
  'notMobile',
] as const
export type Condition = (typeof conditions)[number]

/** The facts of a session that decide what it shows. */
export interface SessionFacts {
  readonly theme: {
    readonly authenticationAccount: boolean
    readonly issuanceAccount: boolean
    readonly isSp: boolean
    /** The host of its provider; null where there is none. */
    readonly parentHostname: string | null
    readonly smartLoginEnabled: boolean
    readonly tier: number
  }
  /** Enabled features of the bundles. */
  readonly features: readonly string[]
  readonly bundles: {
    readonly directTenant: boolean
    readonly directTenantLocked: boolean
    readonly hasFleetManagement: boolean
    /** The bundle holds fleet management and nothing else. */
    readonly fleetManagementOnly: boolean
  }
  readonly selfSettings: Readonly<Record<(typeof userTabs)[UserTab], boolean>> & {
    readonly externalOtpAllowed: boolean
    /** The tab of the user portal that people start on. */
    readonly defaultTab: UserTab
  }
  readonly permissions: Permissions
  /** Of a provider under a support grant, who has no pages of its own. */
  readonly underGrant?: boolean
  readonly groupManagementAll: boolean
  /** Hides rules, applications, gateways, bulk operations and other items for advanced users (`isRestricted`). */
  readonly hiddenFeatureG: boolean
  readonly mobile: boolean
}

export interface VisibleScreen {
  readonly needs?: Need
  /** Permissions that open it as well. */
  readonly orNeeds?: readonly Need[]
  readonly conditions: readonly Condition[]
}

const feature =
  (name: MenuFeature) =>
  ({ features }: SessionFacts): boolean =>
    features.includes(name)

const meanings: Readonly<Record<Condition, (facts: SessionFacts) => boolean>> = {
  authAccount: ({ theme }) => theme.authenticationAccount,
  notAuthAccount: ({ theme }) => !theme.authenticationAccount,
  issuanceAccount: ({ theme }) => theme.issuanceAccount,
  serviceProvider: ({ theme }) => theme.isSp,
  noProviderAbove: ({ theme }) => theme.parentHostname === null,
  smartLogin: ({ theme }) => theme.smartLoginEnabled,
  tier1: ({ theme }) => theme.tier === providerTier,
  authApi: feature('authApi'),
  externalRiskEngine: feature('externalRiskEngine'),
  idpProxy: feature('idpProxy'),
  oAuthV2ApiProtection: feature('oAuthV2ApiProtection'),
  openIdConnectApplicationsIntegration: feature('openIdConnectApplicationsIntegration'),
  scimProvisioning: feature('scimProvisioning'),
  hasFleetManagement: ({ bundles }) => bundles.hasFleetManagement,
  notDirectLocked: ({ bundles }) => !(bundles.directTenant && bundles.directTenantLocked),
  notDirectTenant: ({ bundles }) => !bundles.directTenant,
  externalOtpAllowed: ({ selfSettings }) => selfSettings.externalOtpAllowed,
  showApplications: ({ selfSettings }) => selfSettings.showApplications,
  showMyActivities: ({ selfSettings }) => selfSettings.showMyActivities,
  showProfile: ({ selfSettings }) => selfSettings.showProfile,
  showAuthenticators: ({ selfSettings }) => selfSettings.showAuthenticators,
  showDevices: ({ selfSettings }) => selfSettings.showDevices,
  showTenants: ({ selfSettings }) => selfSettings.showTenants,
  groupManagementAll: ({ groupManagementAll }) => groupManagementAll,
  notHiddenFeatureG: ({ hiddenFeatureG }) => !hiddenFeatureG,
  // All flags are about issuance: an account for sign-in has more than they say.
  notFleetOnly: ({ bundles, theme }) => !bundles.fleetManagementOnly || theme.authenticationAccount,
  notMobile: ({ mobile }) => !mobile,
}

export const holdsCondition = (condition: Condition, facts: SessionFacts): boolean =>
  meanings[condition](facts)

/** Whether router, menu and search show a screen. Hiding is courtesy: the server judges again. */
export const isVisible = (screen: VisibleScreen, facts: SessionFacts): boolean =>
  (screen.needs === undefined
    ? facts.underGrant !== true
    : [screen.needs, ...(screen.orNeeds ?? [])].some((need) => may(facts.permissions, need))) &&
  screen.conditions.every((condition) => holdsCondition(condition, facts))

/**
 * Whether someone administers only by roles of a service provider, such as account managers: then what
 * is for advanced users of a tenant is hidden (decision 0205).
 */
export const isRestricted = (roleTypes: readonly RoleType[]): boolean => {
  const administering = roleTypes.filter((type) => type !== 'USER')
  return administering.length > 0 && administering.every((type) => type === 'SERVICE_PROVIDER')
}

const releaseReaders: readonly string[] = [
  'SUPER_ADMINISTRATOR',
  'SITE_ADMINISTRATOR',
] satisfies readonly BuiltInRoleId[]

export interface ReleaseFacts {
  readonly issuanceAccount: boolean
  /** What is set at the user. */
  readonly showNotification: boolean
  /** Ids of built-in roles; null for others. */
  readonly roles: readonly (string | null)[]
}

/** Whether a user sees a banner for each release: an administrator of an account that issues. */
export const seesReleases = (facts: ReleaseFacts): boolean =>
  facts.issuanceAccount &&
  facts.showNotification &&
  facts.roles.some((role) => role !== null && releaseReaders.includes(role))
