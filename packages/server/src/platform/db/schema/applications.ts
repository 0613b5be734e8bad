import type { ProgramType, TokenAlgorithm } from '@signet/rules/applications'
import type { RadiusMethod } from '@signet/rules/radius'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface OidcApplicationRow {
  tenant_id: string
  id: string
  client_id: string
  name: string
  name_key: string
  description: string
  application_type: 'OIDC_WEB' | 'OIDC_SPA' | 'OIDC_SERVER' | 'OIDC_NATIVE' | 'OIDC_DEVICE'
  enabled: boolean
  /** SHA-256 of the secret in base64url; null for clients without one. */
  secret_hash: string | null
  /** SHA-256 of the registration access token in base64url; null for what an administrator added. */
  registration_hash: Generated<string | null>
  redirect_uris: Json<string[]>
  post_logout_redirect_uris: Json<string[]>
  grant_types: Json<
    (
      | 'authorization_code'
      | 'refresh_token'
      | 'client_credentials'
      | 'device_code'
      | 'token_exchange'
      | 'ciba'
    )[]
  >
  scopes: Json<string[]>
  auth_method:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'private_key_jwt'
    | 'tls_client_auth'
    | 'self_signed_tls_client_auth'
    | 'none'
  id_token_algorithm: TokenAlgorithm
  jwks: Json<{ keys: Record<string, unknown>[] }> | null
  jwks_uri: string | null
  require_consent: boolean
  access_token_ttl_seconds: number
  refresh_token_ttl_seconds: number
  access_token_format: 'opaque' | 'jwt'
  logo_uri: string | null
  initiate_login_uri: string | null
  /** The product it is, where it was added from a template. */
  template_id: Generated<string | null>
  /** What is asked of the client beyond the ordinary; absent: nothing. */
  protection: ColumnType<
    {
      requirePushedRequests?: boolean
      dpopBoundTokens?: boolean
      fapi?: boolean
      certificateBoundTokens?: boolean
      certificateAuthorities?: string | null
      certificateName?: 'SUBJECT_DN' | 'SAN_DNS' | 'SAN_URI' | 'SAN_IP' | 'SAN_EMAIL'
      certificateNameValue?: string | null
      backchannelLogoutUri?: string | null
      frontchannelLogoutUri?: string | null
      exchangeAudiences?: string[]
      authorizationDetailsTypes?: string[]
      backchannelDelivery?: 'POLL' | 'PING'
      backchannelNotificationUri?: string | null
      asksOrganization?: boolean
      sessionsPerUser?: number | null
      whenSessionsFull?: 'END_OLDEST' | 'REFUSE'
      pkceOptional?: boolean
      claimsInIdTokens?: boolean
      subjectAttribute?: string | null
      confirmsSignOut?: boolean
    },
    string | undefined,
    string
  >
  /** How people type its user codes, and how long they have; absent: as usual. */
  device: ColumnType<
    {
      userCodeCharacterSet?: 'BASE20' | 'DIGITS'
      userCodeLength?: number
      deviceCodeTtlSeconds?: number
    },
    string | undefined,
    string
  >
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/** A user's standing with a client; its tokens end with it. */
interface OidcGrantRow {
  tenant_id: string
  id: string
  user_id: string
  client_id: string
  /** The session in which it was made. */
  session_id: string | null
  payload: Json<Record<string, unknown>>
  expires_at: Date
}

interface OidcTokenRow {
  tenant_id: string
  /** SHA-256 of the token: the token itself is kept nowhere. */
  id: Buffer
  kind: string
  grant_id: string | null
  client_id: string | null
  user_id: string | null
  /** Granted offline_access: signing out of its session leaves it, signing out everywhere does not. */
  outlives_session: boolean
  payload: Json<Record<string, unknown>>
  expires_at: Date
  consumed_at: Date | null
  /** The sealed answer to the refresh that consumed it: repeated for 10 s after a lost answer. */
  answer: Buffer | null
}

/** A device that waits until somebody has typed its user code (RFC 8628). */
interface OidcDeviceCodeRow {
  tenant_id: string
  user_code_hmac: Buffer
  /** Of the device code's row, which holds the request and what became of it. */
  token_id: Buffer
}

/** A sign-in that an application has asked for, until somebody decides (CIBA Core 1.0). */
interface OidcSignInRequestRow {
  tenant_id: string
  id: string
  /** Of the request's row among tokens, which holds what is asked and what became of it. */
  token_id: Buffer
  user_id: string
  /** What the application is told by: only where it waits for that. */
  sealed_notification: Buffer | null
}

interface OidcConsentRow {
  tenant_id: string
  user_id: string
  client_id: string
  scopes: Json<string[]>
  given_at: Date
}

/** What people are to applications. */
export interface OauthRoleRow {
  tenant_id: string
  id: string
  /** The value in the claims. */
  name: string
  name_key: string
  description: string | null
  created_at: Date
  version: Generated<number>
}

interface UserOauthRoleRow {
  tenant_id: string
  user_id: string
  oauth_role_id: string
}

/** A claim that a tenant tells applications of people, beside the standard ones. */
export interface OidcClaimRow {
  tenant_id: string
  id: string
  name: string
  description: string
  /** Asking for it brings the claim. */
  scope: string
  source: 'USER_ATTRIBUTE' | 'CONSTANT' | 'OWN'
  /** By source: an attribute's id, the text itself, or one of the product's own claims. */
  value: string
  format: 'STRING' | 'NUMBER' | 'BOOLEAN' | 'LIST'
  created_at: Date
  version: Generated<number>
}

/** An API of the tenant's own that takes access tokens of this issuer. */
export interface ResourceApiRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  /** The audience of its tokens, and the resource that is asked for (RFC 8707). */
  identifier: string
  description: string
  enabled: boolean
  access_token_ttl_seconds: number
  access_token_format: ColumnType<'jwt' | 'opaque', 'jwt' | 'opaque' | undefined>
  /** Applications that may ask for its scopes on behalf of people. */
  application_ids: Json<string[]>
  created_at: Date
  version: Generated<number>
}

export interface ResourceScopeRow {
  tenant_id: string
  id: string
  api_id: string
  name: string
  description: string
  /** Only people with one of them are granted it; empty: everybody. */
  oauth_role_ids: Json<string[]>
  created_at: Date
  version: Generated<number>
}

/** What an application may do at an API in its own name. */
interface ClientCredentialsGrantRow {
  tenant_id: string
  api_id: string
  application_id: string
  scope_ids: Json<string[]>
  created_at: Date
}

/** A program that signs in with a secret of its own. */
export interface ApiApplicationRow {
  tenant_id: string
  id: string
  application_type: ProgramType
  name: string
  name_key: string
  description: string
  enabled: boolean
  /** What an ADMIN_API application may do; null for the others. */
  role_id: string | null
  /** Where it may call from; empty: anywhere. */
  addresses: Json<string[]>
  token_ttl_seconds: number
  /** How people sign in through an agent; null as rules and the tenant's flow say. */
  authentication_method: ColumnType<RadiusMethod | null, RadiusMethod | null | undefined>
  /** SHA-256 of the shared secret. */
  secret_hash: Buffer
  /** Of the one before it, taken until `former_ends_at`. */
  former_hash: Buffer | null
  former_ends_at: Date | null
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export interface ApplicationsTables {
  api_applications: ApiApplicationRow
  resource_apis: ResourceApiRow
  resource_scopes: ResourceScopeRow
  client_credentials_grants: ClientCredentialsGrantRow
  oidc_claims: OidcClaimRow
  oauth_roles: OauthRoleRow
  user_oauth_roles: UserOauthRoleRow
  oidc_applications: OidcApplicationRow
  oidc_grants: OidcGrantRow
  oidc_tokens: OidcTokenRow
  oidc_device_codes: OidcDeviceCodeRow
  oidc_sign_in_requests: OidcSignInRequestRow
  oidc_consents: OidcConsentRow
}
