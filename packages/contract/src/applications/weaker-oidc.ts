import { above, being, on, otherwise } from '../kit/weaker.ts'
import { unencrypted, weakerObject } from '../kit/weaker-object.ts'
import { OidcApplication } from './oidc-applications.ts'

/** Clients in which people hold the secret, so that none is kept. */
const publicTypes = being('OIDC_SPA', 'OIDC_NATIVE', 'OIDC_DEVICE')('TRUST').isWeaker

/** Which values of an OpenID Connect application are weaker than the defaults. */
export const weakerOidc = weakerObject(OidcApplication, {
  usual: ({ applicationType: type }) => ({
    tokenEndpointAuthMethod: publicTypes(type, undefined) ? 'none' : 'client_secret_basic',
    accessTokenFormat: type === 'OIDC_SERVER' ? 'jwt' : 'opaque',
    accessTokenTtlSeconds: 3600,
    refreshTokenTtlSeconds: 30 * 86_400,
    deviceCodeTtlSeconds: 600,
    pkceOptional: false,
    claimsInIdTokens: false,
  }),
  fields: {
    pkceOptional: on('INTERCEPTION'),
    claimsInIdTokens: on('INTERCEPTION'),
    tokenEndpointAuthMethod: otherwise((value, usual) => value === 'none' && usual !== 'none')(
      'TRUST',
    ),
    accessTokenFormat: otherwise((value, usual) => value === 'jwt' && usual !== 'jwt')(
      'LONGER_USE',
    ),
    accessTokenTtlSeconds: above('LONGER_USE'),
    refreshTokenTtlSeconds: above('LONGER_USE'),
    deviceCodeTtlSeconds: above('LONGER_USE'),
    redirectUris: unencrypted,
    postLogoutRedirectUris: unencrypted,
    jwksUri: unencrypted,
    backchannelLogoutUri: unencrypted,
    frontchannelLogoutUri: unencrypted,
  },
  harmless: [
    'applicationType',
    'asksOrganization',
    'backchannelDelivery',
    'certificateBoundTokens',
    'certificateName',
    'confirmsSignOut',
    'dpopBoundTokens',
    'enabled',
    'fapi',
    'grantTypes',
    'hasClientSecret',
    'idTokenSigningAlgorithm',
    'requireConsent',
    'requirePushedRequests',
    'scopes',
    'selfRegistered',
    'userCodeCharacterSet',
    'whenSessionsFull',
  ],
})
