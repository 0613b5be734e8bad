/* Written by `npm run modules`. */
import type acrs from './subjects/acrs.json'
import type entitlements from './subjects/entitlements.json'
import type inheritedTheme from './subjects/inherited-theme.json'
import type isolation from './subjects/isolation.json'
import type providerCredentials from './subjects/provider-credentials.json'
import type providerOverview from './subjects/provider-overview.json'
import type providerReports from './subjects/provider-reports.json'
import type rateLimiting from './subjects/rate-limiting.json'
import type settingsTemplates from './subjects/settings-templates.json'
import type spIdentityProviders from './subjects/sp-identity-providers.json'
import type support from './subjects/support.json'
import type supportGrants from './subjects/support-grants.json'
import type tenantSwitch from './subjects/tenant-switch.json'
import type tenants from './subjects/tenants.json'

/** The texts of `en/subjects/`, by file. */
export interface Subjects {
  acrs: typeof acrs
  entitlements: typeof entitlements
  'inherited-theme': typeof inheritedTheme
  isolation: typeof isolation
  'provider-credentials': typeof providerCredentials
  'provider-overview': typeof providerOverview
  'provider-reports': typeof providerReports
  'rate-limiting': typeof rateLimiting
  'settings-templates': typeof settingsTemplates
  'sp-identity-providers': typeof spIdentityProviders
  support: typeof support
  'support-grants': typeof supportGrants
  'tenant-switch': typeof tenantSwitch
  tenants: typeof tenants
}
