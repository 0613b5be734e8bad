import type { Entry } from './entry.ts'

/** Terms of one’s own account. */
export const ownAccountEntries: readonly Entry[] = [
  {
    head: 'profile',
    at: '/myprofile/profile',
    words: 'my profile; personal info; my details; my language; phone number',
  },
  {
    head: 'myApplications',
    at: '/myprofile/applications',
    words: 'my apps; app launcher; my applications; launchpad',
  },
  {
    head: 'myTenants',
    at: '/myprofile/tenants',
    words: 'customer tenants; msp; managed tenants; switch tenant; reseller; partner center',
  },
  {
    head: 'mySignInMethods',
    at: '/myprofile/authenticators',
    words:
      'my authenticators; security info; my mfa; my two-factor; recovery codes; backup codes; my passkeys',
  },
  {
    head: 'authenticatorApp',
    at: '/myprofile/authenticators/app',
    words:
      'google authenticator; microsoft authenticator; totp app; authy; qr code; authenticator app; totp',
  },
  {
    head: 'signetAuthenticator',
    at: '/myprofile/authenticators/signet',
    words: 'soft token; mobile token; add device; signet app; activate app',
  },
  {
    head: 'myPasskey',
    at: '/myprofile/authenticators/passkey',
    words: 'register passkey; add security key; my security key; windows hello; touch id',
  },
  {
    head: 'myDevices',
    at: '/myprofile/devices',
    words: 'my sessions; active sessions; my devices; sign out everywhere; device activity',
  },
  {
    head: 'myActivity',
    at: '/myreports',
    words: 'my activity; recent activity; my sign-ins; login history',
  },
  {
    head: 'myPassword',
    at: '/password',
    words: 'change password; my password; update password; new password',
  },
]
