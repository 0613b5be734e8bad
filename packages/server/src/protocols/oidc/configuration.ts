import { type Configuration, errors, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { Tenant } from '../../kit/context.ts'
import { clients } from '../../modules/applications/oidc-applications/index.ts'
import { asFetch } from '../../platform/outbound/as-fetch.ts'
import type { Platform } from '../../platform/platform.ts'
import { accessPolicy } from './access/access-policy.ts'
import { richAuthorization } from './access/authorization-details.ts'
import { loadExistingGrant } from './access/grant-policy.ts'
import { resourceIndicators, tokenClaims } from './access/resource-servers.ts'
import { createAdapter } from './adapter.ts'
import { findAskedAccount, requestSeconds, signInRequests } from './ciba/sign-in-requests.ts'
import { subjectAt } from './claims/subjects.ts'
import { mutualTls } from './clients/client-certificates.ts'
import { settingsOf } from './clients/client-settings.ts'
import { deviceInfo, outcomeOf } from './devices/device-facts.ts'
import { outcomePage } from './devices/short-device.ts'
import { introspectionPolicy } from './introspection.ts'
import { reasonOf } from './rejections/rejection-reasons.ts'
import { faultOf } from './rejections/rejections.ts'
import { askLogout, localeIn, tellLoggedOut } from './sign-out/logout-pages.ts'
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
import { unitOfWork } from './unit-of-work.ts'

const routes: Configuration['routes'] = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  introspection: '/introspection',
  revocation: '/revocation',
  jwks: '/jwks',
  end_session: '/endsession',
  pushed_authorization_request: '/par',
  device_authorization: '/device_authorization',
  code_verification: '/device',
  backchannel_authentication: '/backchannel',
}

const pages = new Map([
  ['consent', '/oidc/consent'],
  ['denied', '/oidc/denied'],
  ['organization', '/oidc/organization'],
])
const pageOf = (prompt: string): string => pages.get(prompt) ?? '/oidc/authentication'

interface Parts {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly jwks: readonly JWK[]
  readonly cookieName: string
  /** Claims that the tenant has added. */
  readonly added: readonly AddedClaim[]
  /** Types of authorization details that applications of the tenant may ask for. */
  readonly details: readonly string[]
}

type Features = NonNullable<Configuration['features']>

/** Alike for every tenant. */
const usualFeatures: Features = {
  ...clients.features,
  devInteractions: { enabled: false },
  mTLS: mutualTls,
  introspection: {
    ...clients.features.introspection,
    allowedPolicy: introspectionPolicy,
  },
  revocation: {
    ...clients.features.revocation,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  deviceFlow: {
    ...clients.features.deviceFlow,
    deviceInfo,
    userCodeInputSource: async (...[koa, , out, fault]) =>
      koa.redirect(outcomePage(fault instanceof Error ? outcomeOf(out, fault) : 'ended')),
    successSource: async (koa) => koa.redirect(outcomePage('allowed')),
  },
  ciba: signInRequests,
  fapi: {
    enabled: true,
    profile: (_ctx, client) =>
      client !== undefined && settingsOf(client).fapi ? '2.0' : undefined,
  },
  rpInitiatedLogout: {
    ...clients.features.rpInitiatedLogout,
    logoutSource: askLogout,
    postLogoutSuccessSource: tellLoggedOut,
  },
}

const features = ({ tenant, platform, details }: Parts): Features => ({
  ...usualFeatures,
  dPoP: {
    enabled: true,
    nonceSecret: platform.secrets.derive(tenant.id, 'oidc-dpop-nonce'),
    requireNonce: () => false,
  },
  richAuthorizationRequests: richAuthorization(details),
  resourceIndicators: resourceIndicators(tenant),
})

const sameOrigin = (uri: string, origin: string): boolean =>
  URL.canParse(uri) && new URL(uri).origin === origin

const errorPage = (
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  fault: Error,
): void => {
  const query = new URLSearchParams({
    error: out.error,
    error_description: out.error_description ?? '',
    reason: reasonOf(faultOf(fault)),
    request: unitOfWork().ctx.request.id,
  })
  ctx.redirect(`/#/error?${query.toString()}`)
}

const ttl: Configuration['ttl'] = {
  AccessToken: (_ctx, _token, client) => settingsOf(client).accessTokenTtlSeconds,
  ClientCredentials: (_ctx, _token, client) => settingsOf(client).accessTokenTtlSeconds,
  RefreshToken: (_ctx, _token, client) => settingsOf(client).refreshTokenTtlSeconds,
  AuthorizationCode: codeSeconds,
  DeviceCode: (_ctx, _token, client) => settingsOf(client).deviceCodeTtlSeconds,
  BackchannelAuthenticationRequest: ({ oidc }) => requestSeconds(oidc.params?.requested_expiry),
  IdToken: idTokenSeconds,
  Interaction: interactionSeconds,
  Session: 12 * 60 * minute,
  Grant: ({ oidc: { client } }) =>
    grantSeconds(client === undefined ? 0 : settingsOf(client).refreshTokenTtlSeconds),
  PushedAuthorizationRequest: minute,
}

/** FAPI 2.0 Security Profile, section 5.4.1. */
const ofFapi: ReadonlySet<unknown> = new Set(['ES256', 'PS256', 'EdDSA', 'Ed25519'])

/** FAPI 2.0 Security Profile, sections 5.3.2.1 and 5.4: for the issuer alone, by few algorithms. */
const assertClientAssertion: Configuration['assertJwtClientAuthClaimsAndHeader'] = async (
  { oidc },
  claims,
  header,
) => {
  if (!oidc.isFapi('2.0')) return
  if (claims.aud !== oidc.issuer) {
    throw new errors.InvalidClientAuth('audience (aud) must equal the issuer identifier url')
  }
  if (!ofFapi.has(header.alg)) throw new errors.InvalidClientAuth(`signed by ${header.alg}`)
}

const issueRefreshToken: Configuration['issueRefreshToken'] = async (_ctx, client, code) =>
  client.grantTypeAllowed('refresh_token') &&
  (code.scopes.has('offline_access') ||
    client.clientAuthMethod !== 'none' ||
    client.applicationType === 'native')

const interactions: Configuration['interactions'] = {
  policy: accessPolicy(),
  url: (_ctx, { prompt, uid, params }) => {
    const locale = localeIn(params.ui_locales)
    const spoken = locale === null ? '' : `&ui_locales=${locale}`
    return `${pageOf(prompt.name)}?uid=${unitOfWork().interactionName ?? uid}${spoken}`
  },
}

/** One tenant's OpenID Connect service. */
export const configurationOf = (parts: Parts): Configuration => {
  const { platform, tenant, jwks, cookieName, added } = parts
  return {
    ...clients.terms,
    adapter: createAdapter,
    jwks: { keys: [...jwks] },
    claims: claimsWith(added),
    routes,
    findAccount: findAskedAccount,
    pairwiseIdentifier: subjectAt,
    loadExistingGrant,
    features: features(parts),
    interactions,
    cookies: {
      keys: [cookieKey(platform, tenant)],
      names: { session: cookieName, interaction: 'signet_ix', resume: resumeCookie },
      long: { httpOnly: true, overwrite: true, sameSite: 'lax', path: '/', signed: false },
      short: { httpOnly: true, overwrite: true, sameSite: 'lax', path: '/', signed: true },
    },
    extraParams: ['orgId'],
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => sameOrigin(uri, origin)),
    assertJwtClientAuthClaimsAndHeader: assertClientAssertion,
    fetch: asFetch(platform.outbound, 'http'),
    // OpenID Connect Core 1.0, section 3.1.2.1; the token request may (tenant-service.ts).
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: (_ctx, client) => !settingsOf(client).pkceOptional },
    extraTokenClaims: tokenClaims,
    rotateRefreshToken: true,
    issueRefreshToken,
    // Tokens end with the session row: `findToken` reads both in one statement.
    expiresWithSession: async () => false,
    conformIdTokenClaims: true,
    renderError: async (ctx, out, fault) => errorPage(ctx, out, fault),
    ttl,
  }
}
