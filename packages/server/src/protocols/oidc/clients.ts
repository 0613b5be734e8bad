import type { AdapterPayload } from 'oidc-provider'
import type { Context } from '../../kit/context.ts'
import {
  type ClientApplication,
  deviceTermsOf,
  findByClientId,
  type StoredApplication,
} from '../../modules/applications/oidc-applications/index.ts'
import { tenantCache } from '../../platform/tenant-cache.ts'
import { unitOfWork } from './unit-of-work.ts'

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
  token_exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
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

/** What it may ask for beyond the ordinary, and which ordinary requests do not ask for. */
const openings = new Set([
  'exchangeAudiences',
  'authorizationDetailsTypes',
  'backchannelDelivery',
  'backchannelNotificationUri',
  // Nothing without a number beside it.
  'whenSessionsFull',
  // Who proves itself by a certificate is the library's to answer for that alone.
  'certificateAuthorities',
  'certificateName',
  'certificateNameValue',
])

/** Nothing is asked of it that short answers do not look at. */
export const isUnprotected = ({ protection }: StoredApplication): boolean =>
  Object.entries(protection).every(
    ([name, value]) => openings.has(name) || value === false || value === null,
  )

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

/** Client metadata (OpenID Connect Registration 1.0, section 2) of an application. */
const metadataOf = (row: ClientApplication): AdapterPayload => ({
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
  ...(row.secret_hash === null ? {} : { client_secret: row.secret_hash }),
  ...(row.jwks === null ? {} : { jwks: row.jwks }),
  ...(row.jwks_uri === null ? {} : { jwks_uri: row.jwks_uri }),
  ...(row.logo_uri === null ? {} : { logo_uri: row.logo_uri }),
  ...(row.initiate_login_uri === null ? {} : { initiate_login_uri: row.initiate_login_uri }),
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
    exchangeAudiences: row.protection.exchangeAudiences ?? [],
    certificateAuthorities: row.protection.certificateAuthorities ?? null,
    namesSession: (row.protection.frontchannelLogoutUri ?? null) !== null,
    authorizationDetailsTypes: row.protection.authorizationDetailsTypes ?? [],
    asksOrganization: row.protection.asksOrganization ?? false,
    sessionsPerUser: row.protection.sessionsPerUser ?? null,
    whenSessionsFull: row.protection.whenSessionsFull ?? 'END_OLDEST',
  },
})

interface Known {
  readonly application: StoredApplication
  readonly metadata: AdapterPayload
}

/** Enabled applications by tenant and client id, at most 1 s stale. */
const known = tenantCache<Known>(20_000)

const find = async (ctx: Context, clientId: string): Promise<Known | undefined> => {
  const { database } = ctx.platform
  const name = `${ctx.tenant.id} ${clientId}`
  const present = known.find(database, name)
  if (present !== undefined) return present
  const moment = database.moment()
  const application = await findByClientId(ctx.db, ctx.tenant.id, clientId)
  if (application === undefined || !application.enabled) return undefined
  const value = { application, metadata: metadataOf(application) }
  known.keep(name, { tenantId: ctx.tenant.id, moment, value })
  return value
}

/** The application behind a client id, while it is enabled; at most 1 s stale. */
export const findApplication = async (
  ctx: Context,
  clientId: string,
): Promise<StoredApplication | undefined> => (await find(ctx, clientId))?.application

export const findClient = async (clientId: string): Promise<AdapterPayload | undefined> =>
  (await find(unitOfWork().ctx, clientId))?.metadata
