import { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { Tenant } from '../../kit/context.ts'
import { asFetch } from '../../platform/outbound/as-fetch.ts'
import type { Platform } from '../../platform/platform.ts'
import { accessPolicy } from './access-policy.ts'
import { findAccount } from './accounts.ts'
import { createAdapter } from './adapter.ts'
import { settingsOf } from './client-settings.ts'
import { loadExistingGrant } from './grant-policy.ts'
import { askLogout, tellLoggedOut } from './logout-pages.ts'
import { resourceIndicators, tokenClaims } from './resource-servers.ts'
import {
  type AddedClaim,
  claimsWith,
  codeSeconds,
  cookieKey,
  grantSeconds,
  idTokenSeconds,
  interactionSeconds,
  minute,
  resumeCookie,
} from './terms.ts'

const routes: Configuration['routes'] = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  introspection: '/introspection',
  revocation: '/revocation',
  jwks: '/jwks',
  end_session: '/endsession',
  pushed_authorization_request: '/par',
}

const pages = new Map([
  ['consent', '/oidc/consent'],
  ['denied', '/oidc/denied'],
])
const pageOf = (prompt: string): string => pages.get(prompt) ?? '/oidc/authentication'

type Features = NonNullable<Configuration['features']>

const features = (tenant: Tenant, nonceSecret: Buffer): Features => ({
  devInteractions: { enabled: false },
  introspection: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  clientCredentials: { enabled: true },
  userinfo: { enabled: true },
  pushedAuthorizationRequests: { enabled: true },
  requestObjects: { enabled: true },
  claimsParameter: { enabled: true },
  jwtResponseModes: { enabled: true },
  backchannelLogout: { enabled: true },
  fapi: {
    enabled: true,
    profile: (_ctx, client) =>
      client !== undefined && settingsOf(client).fapi ? '2.0' : undefined,
  },
  dPoP: { enabled: true, nonceSecret, requireNonce: () => false },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: askLogout,
    postLogoutSuccessSource: tellLoggedOut,
  },
  resourceIndicators: resourceIndicators(tenant),
})

const sameOrigin = (uri: string, origin: string): boolean =>
  URL.canParse(uri) && new URL(uri).origin === origin

interface Parts {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly jwks: readonly JWK[]
  readonly cookieName: string
  /** Claims that the tenant has added. */
  readonly added: readonly AddedClaim[]
}

const errorPage = (
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
): void => {
  const query = new URLSearchParams({
    error: out.error,
    error_description: out.error_description ?? '',
  })
  ctx.redirect(`/#/error?${query.toString()}`)
}

const ttl: Configuration['ttl'] = {
  AccessToken: (_ctx, _token, client) => settingsOf(client).accessTokenTtlSeconds,
  ClientCredentials: (_ctx, _token, client) => settingsOf(client).accessTokenTtlSeconds,
  RefreshToken: (_ctx, _token, client) => settingsOf(client).refreshTokenTtlSeconds,
  AuthorizationCode: codeSeconds,
  IdToken: idTokenSeconds,
  Interaction: interactionSeconds,
  Session: 12 * 60 * minute,
  Grant: ({ oidc: { client } }) =>
    grantSeconds(client === undefined ? 0 : settingsOf(client).refreshTokenTtlSeconds),
  PushedAuthorizationRequest: minute,
}

const algorithms: Configuration['enabledJWA'] = {
  idTokenSigningAlgValues: ['ES256', 'RS256'],
  userinfoSigningAlgValues: ['ES256', 'RS256'],
  clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
  authorizationSigningAlgValues: ['ES256', 'RS256'],
  requestObjectSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
  dPoPSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
}

const issueRefreshToken: Configuration['issueRefreshToken'] = async (_ctx, client, code) =>
  client.grantTypeAllowed('refresh_token') &&
  (code.scopes.has('offline_access') ||
    client.clientAuthMethod !== 'none' ||
    client.applicationType === 'native')

const interactions: Configuration['interactions'] = {
  policy: accessPolicy(),
  url: (_ctx, interaction) => `${pageOf(interaction.prompt.name)}?uid=${interaction.uid}`,
}

/** One tenant's OpenID Connect service. */
export const configurationOf = ({
  platform,
  tenant,
  jwks,
  cookieName,
  added,
}: Parts): Configuration => ({
  adapter: createAdapter,
  jwks: { keys: [...jwks] },
  claims: claimsWith(added),
  routes,
  acrValues: ['aal1', 'aal2'],
  findAccount,
  loadExistingGrant,
  scopes: ['openid', 'offline_access', 'profile', 'email', 'phone', 'address', 'groups'],
  features: features(tenant, platform.secrets.derive(tenant.id, 'oidc-dpop-nonce')),
  interactions,
  cookies: {
    keys: [cookieKey(platform, tenant)],
    names: { session: cookieName, interaction: 'signet_ix', resume: resumeCookie },
    long: { httpOnly: true, overwrite: true, sameSite: 'lax', path: '/', signed: false },
    short: { httpOnly: true, overwrite: true, sameSite: 'lax', path: '/', signed: true },
  },
  extraClientMetadata: { properties: ['signet'] },
  clientBasedCORS: (_ctx, origin, client) =>
    (client.redirectUris ?? []).some((uri) => sameOrigin(uri, origin)),
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: algorithms,
  fetch: asFetch(platform.outbound, 'http'),
  pkce: { required: () => true },
  extraTokenClaims: tokenClaims,
  rotateRefreshToken: true,
  issueRefreshToken,
  // Tokens end with the session row: `findToken` reads both in one statement.
  expiresWithSession: async () => false,
  conformIdTokenClaims: true,
  renderError: async (ctx, out) => errorPage(ctx, out),
  ttl,
})
