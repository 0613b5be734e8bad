import { adminEntityTypes } from '@signet/rules/permissions'
import { type SessionPieces, sessionOf } from '../src/session/facts.ts'
import type { ConsoleSession, Theme } from '../src/session/session-context.tsx'

/** A tenant that only signs people in. */
export const buildTheme = (change: Partial<Theme> = {}): Theme => ({
  id: '018f0000-0000-7000-8000-000000000001',
  authenticationAccount: true,
  issuanceAccount: false,
  isSp: false,
  parentHostname: null,
  hostname: 'acme.example.test',
  domain: 'example.test',
  tier: 0,
  contractMode: 'TRIAL',
  companyName: 'Acme',
  companyCountry: null,
  companyState: null,
  countryCode: null,
  logo: null,
  motd: {},
  colours: { primary1: 'green' },
  themeSource: 'OWN',
  defaultLocale: 'en',
  smartLoginEnabled: false,
  subscriberRegion: 'us-east-1',
  terminated: false,
  legalAcknowledged: true,
  salesForceId: null,
  igUrl: null,
  enableIGMigration: false,
  features: {},
  ...change,
})

type WireRole = SessionPieces['roles'][number]

/** A user portal with every tab. */
export const buildSettings = (
  change: Partial<SessionPieces['settings']> = {},
): SessionPieces['settings'] => ({
  authenticators: [
    'PASSWORD',
    'ENTRUST_SOFT_TOKEN',
    'GOOGLE_AUTHENTICATOR',
    'FIDO',
    'GRID',
    'OATH_PHYSICAL_TOKEN',
  ],
  sdpEnabled: false,
  externalOtpAllowed: false,
  userTabConfiguration: {
    defaultTab: 'APPLICATIONS',
    showApplications: true,
    showAuthenticators: true,
    showDevices: true,
    showMyActivities: true,
    showProfile: true,
    showTenants: false,
  },
  userGuideUrl: null,
  googleAuthenticatorOverride: {},
  ...change,
})

/** A role with every right of administration, unless told otherwise. */
export const buildRole = (change: Partial<WireRole> = {}): WireRole => ({
  id: '018f0000-0000-7000-8000-0000000000aa',
  name: 'Site Administrator',
  description: null,
  roleType: 'ADMIN',
  builtIn: 'SITE_ADMINISTRATOR',
  superAdministrator: false,
  allRoles: false,
  groupManagement: 'ALL',
  groupIds: [],
  permissions: adminEntityTypes.map((entityType) => ({
    entityType,
    view: true,
    add: true,
    edit: true,
    remove: true,
  })),
  ...change,
})

export const buildPieces = (change: Partial<SessionPieces> = {}): SessionPieces => ({
  theme: buildTheme(),
  user: {
    id: '018f0000-0000-7000-8000-0000000000bb',
    userId: 'ada',
    displayName: 'Ada Lovelace',
    locale: null,
    registrationRequired: false,
    showNotification: false,
    verificationRequired: false,
  },
  roles: [buildRole()],
  settings: buildSettings(),
  isMobile: false,
  ...change,
})

/** An administrator of an authentication tenant, unless told otherwise. */
export const buildConsoleSession = (change: Partial<SessionPieces> = {}): ConsoleSession =>
  sessionOf(buildPieces(change))
