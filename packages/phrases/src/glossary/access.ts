import type { Entry } from './entry.ts'

/** Terms of access policies and directories. */
export const accessEntries: readonly Entry[] = [
  {
    head: 'mfa',
    at: '/authenticationflow',
    words:
      'mfa; 2fa; two-factor; two-step verification; second factor; multi-factor; authentication policy; sign-on policy; step-up; passwordless; app sign-in policy; authentication flow; stage',
  },
  {
    head: 'acr',
    at: '/settings/acrs',
    words:
      'acr; acr values; loa; level of assurance; authentication context; aal; authncontextclassref; amr',
  },
  {
    head: 'conditionalAccess',
    at: '/rules',
    words:
      'conditional access; access policy; resource rule; sign-on rules; expression policy; adaptive access; deny access; allow access; access rules; policy binding',
  },
  {
    head: 'accessDecision',
    at: '/decisions',
    words:
      'sign-in logs; why denied; access denied; policy result; policy evaluation; sign-in diagnostic',
  },
  {
    head: 'whatIf',
    at: '/whatifs',
    words:
      'what if; simulate; policy simulation; access testing tool; report-only; dry run; impact analysis',
  },
  {
    head: 'weakestWay',
    at: '/weakestway',
    words: 'attack path; weakest link; security posture; exposure; coverage gaps',
  },
  {
    head: 'networkZone',
    at: '/settings/iplists',
    words:
      'network zone; named location; ip list; ip allowlist; trusted network; corporate network; whitelist; cidr; ip range; trusted ips',
  },
  {
    head: 'transaction',
    at: '/settings/transactions',
    words:
      'transaction; transaction signing; payment; psd2; strong customer authentication; transaction rules; fraud',
  },
  {
    head: 'riskEngine',
    at: '/settings/riskengines',
    words:
      'risk engine; external risk; risk provider; fraud detection; third-party risk; risk signals; crowdstrike',
  },
  {
    head: 'riskBased',
    at: '/settings/rba',
    words:
      'rba; risk-based authentication; impossible travel; location history; geolocation; identity protection; behavior detection; adaptive authentication; velocity',
  },
  {
    head: 'blocklist',
    at: '/settings/blocklist',
    words:
      'blocklist; blacklist; denied users; denied networks; block ip; deny list; banned ip; threatinsight',
  },
  {
    head: 'bannedPasswords',
    at: '/settings/blocklist/passwords',
    words:
      'banned passwords; password dictionary; custom banned password list; common passwords; password blacklist',
  },
  {
    head: 'trustedDevice',
    at: '/settings/devices',
    words:
      'trusted device; remember me; remember this browser; device fingerprint; known device; device trust; skip mfa; managed device; mdm',
  },
  {
    head: 'identityProvider',
    at: '/identityproviders',
    words:
      'idp; identity provider; social login; federation; google login; inbound federation; external idp; jit; just-in-time; login with microsoft; source; idp proxy; home realm discovery',
  },
  {
    head: 'authenticatorSettings',
    at: '/settings/authenticators',
    words:
      'authenticators; authentication methods; factors; mfa settings; credentials; factor settings; authentication methods policy',
  },
]
