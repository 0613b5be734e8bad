import type { AdapterPayload } from 'oidc-provider'
import { exchangeGrant } from './client-terms.ts'
import { deviceTermsOf } from './device-terms.ts'
import type { ClientApplication, StoredApplication } from './oidc-applications.repository.ts'

const kinds: Record<StoredApplication['application_type'], 'web' | 'native'> = {
  OIDC_WEB: 'web',
  OIDC_SPA: 'web',
  OIDC_SERVER: 'web',
  OIDC_NATIVE: 'native',
  OIDC_DEVICE: 'native',
}

type Grant = StoredApplication['grant_types'][number]

/** As requests name them (RFC 6749; RFC 8628, section 3.4). */
const grantNames: Readonly<Record<Grant, string>> = {
  authorization_code: 'authorization_code',
  refresh_token: 'refresh_token',
  client_credentials: 'client_credentials',
  device_code: 'urn:ietf:params:oauth:grant-type:device_code',
  token_exchange: exchangeGrant,
  ciba: 'urn:openid:params:grant-type:ciba',
}

/** RFC 9126, section 6; RFC 9449, section 5.2; Back-Channel Logout 1.0, section 2.2. */
const protectionOf = ({ protection, id_token_algorithm }: ClientApplication) => {
  const { fapi = false, backchannelLogoutUri = null } = protection
  return {
    require_pushed_authorization_requests: fapi || protection.requirePushedRequests === true,
    // FAPI 2.0 Security Profile, section 5.3.2.1: bound by the one or by the other.
    dpop_bound_access_tokens:
      protection.dpopBoundTokens === true || (fapi && protection.certificateBoundTokens !== true),
    tls_client_certificate_bound_access_tokens: protection.certificateBoundTokens === true,
    authorization_signed_response_alg: id_token_algorithm,
    ...(backchannelLogoutUri === null
      ? {}
      : {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
  }
}

/** RFC 8705, section 2.1.2. */
const certificateNames = {
  SUBJECT_DN: 'tls_client_auth_subject_dn',
  SAN_DNS: 'tls_client_auth_san_dns',
  SAN_URI: 'tls_client_auth_san_uri',
  SAN_IP: 'tls_client_auth_san_ip',
  SAN_EMAIL: 'tls_client_auth_san_email',
} as const

const certificateOf = ({ auth_method, protection }: ClientApplication) =>
  auth_method === 'tls_client_auth'
    ? {
        [certificateNames[protection.certificateName ?? 'SUBJECT_DN']]:
          protection.certificateNameValue ?? '',
      }
    : {}

/** CIBA Core 1.0, section 4. */
const deliveryOf = ({
  grant_types,
  protection,
}: ClientApplication): Pick<
  AdapterPayload,
  'backchannel_token_delivery_mode' | 'backchannel_client_notification_endpoint'
> => {
  if (!grant_types.includes('ciba')) return {}
  const { backchannelDelivery = 'POLL', backchannelNotificationUri: uri = null } = protection
  return backchannelDelivery === 'POLL' || uri === null
    ? { backchannel_token_delivery_mode: 'poll' }
    : {
        backchannel_token_delivery_mode: 'ping',
        // The library wants HTTPS on loopback too, and never calls it: sign-in-pings.ts does.
        backchannel_client_notification_endpoint: uri.replace(/^http:/, 'https:'),
      }
}

/** No secret has it as its hash: people can sign in before a secret is generated, and no client proves itself. */
const noSecretYet = '-'

export const usesSecret = (method: StoredApplication['auth_method']): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post'

/**
 * Client metadata (OpenID Connect Registration 1.0, section 2) of an application, as the library is
 * given it. Without `initiate_login_uri`: the library does nothing with it, and refuses the loopback
 * addresses of development. The portal opens it, by a rule of our own (protection.ts).
 */
export const metadataOf = (row: ClientApplication): AdapterPayload => ({
  client_id: row.client_id,
  client_name: row.name,
  application_type: kinds[row.application_type],
  redirect_uris: row.redirect_uris,
  post_logout_redirect_uris: row.post_logout_redirect_uris,
  grant_types: row.grant_types.map((grant) => grantNames[grant]),
  response_types: row.grant_types.includes('authorization_code') ? ['code'] : [],
  ...(row.scopes.length === 0 ? {} : { scope: row.scopes.join(' ') }),
  token_endpoint_auth_method: row.auth_method,
  id_token_signed_response_alg: row.id_token_algorithm,
  // Only the hash is known: `compareClientSecret` compares hashes (providers.ts).
  ...(usesSecret(row.auth_method) ? { client_secret: row.secret_hash ?? noSecretYet } : {}),
  ...(row.jwks === null ? {} : { jwks: row.jwks }),
  ...(row.jwks_uri === null ? {} : { jwks_uri: row.jwks_uri }),
  ...(row.logo_uri === null ? {} : { logo_uri: row.logo_uri }),
  ...protectionOf(row),
  ...certificateOf(row),
  ...deliveryOf(row),
  signet: {
    applicationId: row.id,
    fapi: row.protection.fapi ?? false,
    requireConsent: row.require_consent,
    accessTokenTtlSeconds: row.access_token_ttl_seconds,
    refreshTokenTtlSeconds: row.refresh_token_ttl_seconds,
    accessTokenFormat: row.access_token_format,
    resourceScopes: row.resource_scopes ?? [],
    deviceCodeTtlSeconds: deviceTermsOf(row).deviceCodeTtlSeconds,
    servedApis: row.protection.exchangeAudiences ?? [],
    certificateAuthorities: row.protection.certificateAuthorities ?? null,
    authorizationDetailsTypes: row.protection.authorizationDetailsTypes ?? [],
    asksOrganization: row.protection.asksOrganization ?? false,
    pkceOptional: row.protection.pkceOptional ?? false,
    claimsInIdTokens: row.protection.claimsInIdTokens ?? false,
    subjectAttribute: row.protection.subjectAttribute ?? null,
    confirmsSignOut: row.protection.confirmsSignOut ?? false,
    sessionsPerUser: row.protection.sessionsPerUser ?? null,
    whenSessionsFull: row.protection.whenSessionsFull ?? 'END_OLDEST',
  },
})
