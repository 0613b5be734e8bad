/** What a provider has as a file of its tenants; the names are in the paths of calls. */
export const providerReports = ['tenants', 'entitlements'] as const
export type ProviderReport = (typeof providerReports)[number]
