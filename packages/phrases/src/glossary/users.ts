import type { Entry } from './entry.ts'

/** Terms of users. */
export const usersEntries: readonly Entry[] = [
  { head: 'dashboard', at: '/dashboard', words: 'home page; insights; system overview; overview' },
  {
    head: 'gettingStarted',
    at: '/firststeps',
    words: 'getting started; setup assistant; quick start; onboarding checklist',
  },
  {
    head: 'tenant',
    at: '/serviceprovider/tenants',
    words:
      'tenant; realm; subscriber; customer account; sub-organization; instance; managed tenant; msp; reseller; multi-tenant',
  },
  {
    head: 'rateLimiting',
    at: '/RateLimiting',
    words:
      'rate limiting; rate limit; throttling; api limits; quota; 429; too many requests; burst',
  },
  {
    head: 'settingsTemplates',
    at: '/serviceprovider/settingstemplates',
    words:
      'settings template; configuration template; baseline; rollout; canary; staged rollout; drift',
  },
  {
    head: 'providerOverview',
    at: '/serviceprovider/overview',
    words: 'provider dashboard; partner portal; expiring subscriptions; tenant usage; renewals',
  },
  {
    head: 'lentSmsProvider',
    at: '/otpproviders',
    words: 'tenant sms gateway; shared sms provider; managed telephony',
  },
  {
    head: 'lentPush',
    at: '/PushCredentials',
    words: 'shared apns key; white-label app; managed push',
  },
  {
    head: 'providerClient',
    at: '/spclientcredentials',
    words: 'partner api; reseller api key; provider automation',
  },
  {
    head: 'playIntegrity',
    at: '/PlayIntegrityCredentials',
    words: 'play integrity; safetynet; app attestation; android attestation',
  },
  {
    head: 'pkiaas',
    at: '/PKIaaSCredentials',
    words: 'pkiaas; managed pki; hosted pki',
  },
  {
    head: 'managementPlatform',
    at: '/ManagementPlatform',
    words: 'management platform; psa; rmm; billing system',
  },
  {
    head: 'deletedTenants',
    at: '/serviceprovider/tenantdeletions',
    words: 'delete tenant; tenant deletion; offboarding; data erasure; gdpr; tombstone; purge',
  },
  {
    head: 'isolation',
    at: '/serviceprovider/isolation',
    words:
      'tenant isolation; isolation test; canary tenant; cross-tenant; data leak; multi-tenancy',
  },
  {
    head: 'supportAccess',
    at: '/supportaccess',
    words: 'support access; grant access to support; vendor access; impersonation; break glass',
  },
  {
    head: 'user',
    at: '/users',
    words: 'directory people; people; identities; accounts; members; unlock account',
  },
  {
    head: 'import',
    at: '/bulkoperations/add',
    words: 'import; csv; bulk import; migrate users; user migration; excel; upload users; ldif',
  },
  {
    head: 'invitation',
    at: '/user/add',
    words: 'invite; invite user; enrollment link; activation email; send activation; welcome email',
  },
  { head: 'group', at: '/groups', words: 'team; security group; distribution list; dynamic group' },
  {
    head: 'organization',
    at: '/organizations',
    words: 'b2b; company; customer organization; org; business unit; brand',
  },
  {
    head: 'administratorRole',
    at: '/roles',
    words:
      'admin role; permissions; rbac; delegated administration; help desk; privileges; administrators; admin console access',
  },
  {
    head: 'userAttribute',
    at: '/userattributes',
    words:
      'custom attribute; profile editor; user schema; user profile; custom field; attribute mapping',
  },
  {
    head: 'bulkOperation',
    at: '/bulkoperations',
    words: 'bulk; batch; csv; bulk actions; mass update; jobs',
  },
  {
    head: 'registration',
    at: '/settings/registration',
    words:
      'enrollment policy; mfa enrollment; authenticator enrollment; required actions; mfa registration policy',
  },
  {
    head: 'emailVerification',
    at: '/settings/registration/verification',
    words: 'verify email; email confirmation; confirmed email',
  },
  {
    head: 'selfRegistration',
    at: '/settings/registration/signup',
    words: 'sign-up; signup; self-service registration; user registration; create account; ciam',
  },
]
