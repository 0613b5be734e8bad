import { oneOf } from './membership.ts'

export const contractModes = ['PRODUCTION', 'TRIAL', 'UNKNOWN'] as const
export type ContractMode = (typeof contractModes)[number]
export const isContractMode = oneOf(contractModes)

export const themeColours = [
  'primary1',
  'primary2',
  'primary3',
  'accent1',
  'accent2',
  'accent3',
] as const
export type ThemeColour = (typeof themeColours)[number]

/** Where the logo and the colors of a tenant come from. */
export const themeSources = ['OWN', 'PROVIDER', 'DEFAULT'] as const

/** A tenant that has set nothing. */
export const themeDefaults = {
  tenantColour: 'green',
  defaultLocale: 'en',
  subscriberRegion: 'us-east-1',
  tier: 0,
  contractMode: 'TRIAL',
} as const

/** What an entitlement counts, and what happens beyond it, unless agreed otherwise. */
export const entitlementDefaults = { usageType: 'USERS', overageType: 'NO' } as const

/** Fleet alerts show from this tier of provider, which also takes the PLUS bundle. */
export const providerTier = 1

/** A deletion of a tenant: until erasing begins, it can be taken back. */
export const tenantDeletionStates = ['PENDING', 'ERASING', 'ERASED', 'CANCELED'] as const
export type TenantDeletionState = (typeof tenantDeletionStates)[number]

/** Days from the request to delete a tenant until it is erased. */
export const defaultGraceDays = 30
export const longestGraceDays = 90
