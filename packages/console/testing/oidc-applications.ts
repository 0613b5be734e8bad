import type { Application } from '../src/features/applications/oidc-applications/application-types.ts'

export const id = '018f0000-0000-7000-8000-000000000042'
export const address = 'https://portal.example.test/callback'

/** Nothing is asked of it, or open to it, beyond the ordinary. */
const unprotected = {
  requirePushedRequests: false,
  dpopBoundTokens: false,
  fapi: false,
  certificateBoundTokens: false,
  certificateAuthorities: null,
  certificateName: 'SUBJECT_DN',
  certificateNameValue: null,
  backchannelLogoutUri: null,
  frontchannelLogoutUri: null,
  exchangeAudiences: [],
  backchannelDelivery: 'POLL',
  backchannelNotificationUri: null,
  authorizationDetailsTypes: [],
  asksOrganization: false,
  sessionsPerUser: null,
  whenSessionsFull: 'END_OLDEST',
  pkceOptional: false,
  claimsInIdTokens: false,
  subjectAttribute: null,
  confirmsSignOut: false,
} satisfies Partial<Application>

/** A web application, for tests of these pages. */
export const portal = (change: Partial<Application> = {}): Application => ({
  id,
  clientId: 'c0ffee',
  hasClientSecret: true,
  selfRegistered: false,
  name: 'Customer portal',
  description: '',
  applicationType: 'OIDC_WEB',
  enabled: true,
  redirectUris: [address],
  postLogoutRedirectUris: [],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid'],
  tokenEndpointAuthMethod: 'client_secret_basic',
  idTokenSigningAlgorithm: 'ES256',
  jwks: null,
  jwksUri: null,
  requireConsent: false,
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 2_592_000,
  accessTokenFormat: 'opaque',
  logoUri: null,
  initiateLoginUri: null,
  templateId: null,
  ...unprotected,
  userCodeCharacterSet: 'BASE20',
  userCodeLength: 8,
  deviceCodeTtlSeconds: 600,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  ...change,
})
