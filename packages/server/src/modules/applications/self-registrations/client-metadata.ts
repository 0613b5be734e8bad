import type { ClientMetadata } from '@signet/contract/access/client-registration'
import type { OidcApplicationChange } from '@signet/contract/applications/oidc-applications'
import type { clientRegistrationFamily } from '@signet/contract/settings/clientregistration'
import type { z } from 'zod'
import type { StoredApplication } from '../oidc-applications/index.ts'

/* What an application tells of itself, held against what the tenant allows, and back. */

export type Metadata = z.output<typeof ClientMetadata>
export type Policy = z.output<typeof clientRegistrationFamily.fields>
type Change = z.output<typeof OidcApplicationChange>

/** Codes of RFC 7591, section 3.2.2. */
type RegistrationFault =
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unapproved_software_statement'

export class Unregistrable extends Error {
  readonly code: RegistrationFault

  constructor(code: RegistrationFault, description: string) {
    super(description)
    this.code = code
  }
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const grantOf = (name: string): string => (name === deviceGrant ? 'device_code' : name)
const nameOf = (grant: string): string => (grant === 'device_code' ? deviceGrant : grant)

/** Of the web alone: under a scheme of its own any program on a device may answer to any host. */
const hostOf = (uri: string): string =>
  /^https?:/i.test(uri) && URL.canParse(uri) ? new URL(uri).hostname : ''

/** RFC 7591, section 5: nobody is sent to a host that the tenant has not named. */
const checkHosts = (metadata: Metadata, { redirectHosts }: Policy): void => {
  const { redirect_uris: uris, post_logout_redirect_uris: after } = metadata
  const strange = [...uris, ...after].find((uri) => !redirectHosts.includes(hostOf(uri)))
  if (redirectHosts.length === 0 || strange === undefined) return
  throw new Unregistrable('invalid_redirect_uri', 'the host of an address is not allowed here')
}

/** RFC 7591, section 5: what people see and follow is of the same host as where they are sent. */
const checkShown = (metadata: Metadata): void => {
  const hosts = new Set(metadata.redirect_uris.map(hostOf))
  const shown = [metadata.logo_uri, metadata.initiate_login_uri]
  if (shown.every((uri) => uri === undefined || hosts.has(hostOf(uri)))) return
  throw new Unregistrable('invalid_client_metadata', 'logo or login address of another host')
}

const typeOf = (metadata: Metadata, grants: readonly string[]): Change['applicationType'] => {
  if (!grants.includes('authorization_code')) return 'OIDC_DEVICE'
  if (metadata.application_type === 'native') return 'OIDC_NATIVE'
  return metadata.token_endpoint_auth_method === 'none' ? 'OIDC_SPA' : 'OIDC_WEB'
}

/** What is asked for and allowed; all that is allowed where nothing is asked for. */
const within = <T extends string>(asked: readonly string[] | null, allowed: readonly T[]): T[] =>
  allowed.filter((one) => asked === null || asked.includes(one))

/** A refresh token is nothing by itself. */
const isUseful = (grants: readonly string[]): boolean =>
  grants.includes('authorization_code') || grants.includes('device_code')

/** Nobody here has looked at it: people are asked, and it reaches nothing beyond the ordinary. */
const always = {
  requireConsent: true,
  accessTokenFormat: 'opaque',
  certificateBoundTokens: false,
  fapi: false,
  pkceOptional: false,
  claimsInIdTokens: false,
  confirmsSignOut: false,
  asksOrganization: false,
  backchannelLogoutUri: null,
  frontchannelLogoutUri: null,
  backchannelNotificationUri: null,
} as const satisfies Partial<Change>

/** Addresses, proof and keys, as they are told. */
const toldOf = (metadata: Metadata) => ({
  redirectUris: metadata.redirect_uris,
  postLogoutRedirectUris: metadata.post_logout_redirect_uris,
  tokenEndpointAuthMethod: metadata.token_endpoint_auth_method,
  idTokenSigningAlgorithm: metadata.id_token_signed_response_alg,
  jwks: metadata.jwks ?? null,
  jwksUri: metadata.jwks_uri ?? null,
  logoUri: metadata.logo_uri ?? null,
  initiateLoginUri: metadata.initiate_login_uri ?? null,
  requirePushedRequests: metadata.require_pushed_authorization_requests,
  dpopBoundTokens: metadata.dpop_bound_access_tokens,
})

/**
 * The application that the tenant allows of what is asked for: never more than its policy.
 * @throws Unregistrable
 */
export const allowedOf = (metadata: Metadata, policy: Policy): Change => {
  if (metadata.software_statement !== undefined) {
    throw new Unregistrable('unapproved_software_statement', 'software statements are not taken')
  }
  checkHosts(metadata, policy)
  checkShown(metadata)
  const grantTypes = within(metadata.grant_types.map(grantOf), policy.grantTypes)
  const scopes = within(metadata.scope?.split(' ') ?? null, policy.scopes)
  if (!isUseful(grantTypes)) {
    throw new Unregistrable('invalid_client_metadata', 'no grant type that is allowed here')
  }
  if (scopes.length === 0) {
    throw new Unregistrable('invalid_client_metadata', 'no scope that is allowed here')
  }
  const { accessTokenTtlSeconds, refreshTokenTtlSeconds } = policy
  return {
    name: metadata.client_name ?? 'Application',
    applicationType: typeOf(metadata, grantTypes),
    grantTypes,
    scopes,
    accessTokenTtlSeconds,
    refreshTokenTtlSeconds,
    ...toldOf(metadata),
    ...always,
    exchangeAudiences: [],
    authorizationDetailsTypes: [],
  }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** RFC 7591, section 3.2.1: all that is registered, whatever was asked for. */
export const metadataOf = (row: StoredApplication): Readonly<Record<string, unknown>> => ({
  client_id: row.client_id,
  client_id_issued_at: seconds(row.created_at),
  client_name: row.name,
  application_type:
    row.application_type === 'OIDC_NATIVE' || row.application_type === 'OIDC_DEVICE'
      ? 'native'
      : 'web',
  redirect_uris: row.redirect_uris,
  post_logout_redirect_uris: row.post_logout_redirect_uris,
  token_endpoint_auth_method: row.auth_method,
  grant_types: row.grant_types.map(nameOf),
  response_types: row.grant_types.includes('authorization_code') ? ['code'] : [],
  scope: row.scopes.join(' '),
  id_token_signed_response_alg: row.id_token_algorithm,
  require_pushed_authorization_requests: row.protection.requirePushedRequests ?? false,
  dpop_bound_access_tokens: row.protection.dpopBoundTokens ?? false,
  ...(row.jwks === null ? {} : { jwks: row.jwks }),
  ...(row.jwks_uri === null ? {} : { jwks_uri: row.jwks_uri }),
  ...(row.logo_uri === null ? {} : { logo_uri: row.logo_uri }),
  ...(row.initiate_login_uri === null ? {} : { initiate_login_uri: row.initiate_login_uri }),
})
