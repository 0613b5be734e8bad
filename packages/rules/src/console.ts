/** Sizes and times of the console's frame. */
export const consoleFrame = {
  drawerWidthPx: 260,
  snackbarAutoHideMs: 10_000,
  chunkLoadTimeoutMs: 120_000,
} as const

/** Where help and API documents stand. */
export const helpPaths = {
  guides: '/documentation/help/',
  apis: {
    administration: '/help/developer/apis/administration/openapi/',
    authentication: '/help/developer/apis/authentication/openapi/',
    issuance: '/help/developer/apis/issuance/openapi/',
  },
} as const

/** Pages of the help guide, in the order of its contents. */
export const helpPages = [
  'start',
  'profile',
  'myapplications',
  'mytenants',
  'authenticators',
  'passkey',
  'soft-token',
  'admin',
  'dashboard',
  'users',
  'groups',
  'organizations',
  'roles',
  'userattributes',
  'bulkoperations',
  'applications',
  'oauthroles',
  'authenticationflows',
  'resourcerules',
  'decisions',
  'riskengines',
  'apis',
  'identityproviders',
  'credentialdesigns',
  'enrollmentdesigns',
  'enrollments',
  'externaldatabases',
  'printers',
  'flashpasses',
  'smartcards',
  'webhooks',
  'audit',
  'archives',
  'reports',
  'scheduledtasks',
  'exports',
  'settings',
  'email',
  'emailTemplates',
  'theme',
  'supportaccess',
  'tenants',
  'ratelimiting',
  'providercredentials',
  'integrations',
  'first-call',
  'release-notes',
  'white-papers',
  'terms',
  'privacy',
  'open-source',
] as const
export type HelpPage = (typeof helpPages)[number]

/** The landing of a service provider. */
export const providerLandingFragment = '#/?action=sp'

/** In the address of a tenant’s page at its provider: the tenant’s sign-in page has led here. */
export const providerEntryParameter = 'enter'

/** Where a tenant’s sign-in page leads the administrators of its provider: a page of the provider’s console. */
export const providerEntryFragment = (tenantId: string): string =>
  `#/serviceprovider/tenants/${tenantId}/support?${providerEntryParameter}`
