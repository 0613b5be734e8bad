import type { TokenAlgorithm } from '@signet/rules/applications'
import type { BundleFlag } from '@signet/rules/bundles'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface TenantRow {
  tenant_id: string
  parent_tenant_id: string | null
  company_name: string
  company_country: string | null
  company_state: string | null
  /** Scheme, host and port under which people reach this tenant. */
  public_url: string
  /** Above the host, proven: the RP ID of passkeys; null for the host itself. */
  passkey_domain: string | null
  authentication_account: boolean
  issuance_account: boolean
  is_provider: boolean
  tier: number
  contract_mode: 'PRODUCTION' | 'TRIAL' | 'UNKNOWN'
  default_locale: string
  /** ISO 3166-1 alpha-2. */
  phone_country: ColumnType<string | null, string | null | undefined, string | null>
  region: string
  /** A data URL of a PNG, JPEG or SVG-free image; null shows the name. */
  logo: string | null
  /** Message of the day by locale. */
  motd: Json<Record<string, string>>
  /** primary1-3, accent1-3 as CSS colours. */
  colours: Json<Record<string, string>>
  features: Json<Record<string, boolean>>
  /** Flags that stand above those of the bundles. */
  bundle_flags: ColumnType<
    Readonly<Partial<Record<BundleFlag, boolean>>>,
    string | undefined,
    string
  >
  smart_login_enabled: boolean
  /** Whether codes go by the providers of codes of those above, where it has none of its own. */
  inherits_otp_provider: Generated<boolean>
  /** Whether its provider offers its administrators a sign-in on the sign-in page. */
  sp_identity_provider: Generated<boolean>
  /** False: the tenant has turned that off. */
  sp_identity_provider_allowed: Generated<boolean>
  legal_acknowledged: boolean
  locked: boolean
  /** Its data are being erased: to the service it is gone. */
  terminated: boolean
  /** When it is erased; null unless its provider deletes it. */
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Of a provider: days until a tenant is erased that it deletes. */
  deletion_grace_days: Generated<number>
  created_at: Date
  version: Generated<number>
}

export interface OrganizationRow {
  tenant_id: string
  id: string
  parent_id: string | null
  name: string
  name_key: string
  display_name: string
  /** Normalised text that the search looks into: both names. */
  search_text: Generated<string>
  created_at: Date
  version: Generated<number>
}

/** Something that was proven in a session, in signing in or afterwards. */
export interface SessionProof {
  /** Of the sign-in: 1 or 2; 3 for what was proven afterwards. */
  readonly step: number
  readonly authenticator: string
  readonly class: 'KNOWLEDGE' | 'POSSESSION' | 'INHERENCE' | 'VERIFIED_USER' | 'NONE'
  readonly channel: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface SessionRow {
  tenant_id: string
  id: string
  user_id: string | null
  /** Of `support`, the grant under which its provider helps. */
  application_id: string | null
  /** `web`: console, portal and sign-in pages; `api`: an API application; `voice`: somebody's assistant. */
  kind: 'web' | 'api' | 'voice' | 'support'
  /** RFC 7638 thumbprint of the DPoP key; null for a bearer session. */
  key_thumbprint: string | null
  /** SHA-256 of the navigation cookie. */
  cookie_hash: Buffer | null
  organization_id: string | null
  acr: string | null
  amr: Json<string[]>
  device_id: string | null
  address: string | null
  user_agent: string | null
  created_at: Date
  /** When a factor was last proven in this session. */
  authenticated_at: Date
  step_up_expires_at: Date | null
  last_seen_at: Date
  /** The present token's start and end; `renew` moves them. */
  token_issued_at: Date
  token_expires_at: Date
  /** Absolute end: renewal stops here. */
  expires_at: Date
  revoked_at: Date | null
  /** Ended with all others of the user: tokens that outlive their session end too. */
  revoked_everywhere: boolean
  /** What OpenID Connect keeps of a session: grants and sids by client. */
  oidc: Json<Record<string, unknown>>
  /** Opened applications that have not been told of its end. */
  untold: Generated<boolean>
  /** What it stands on. */
  proofs: ColumnType<SessionProof[], string | undefined, string>
}

/** Settings by family; `value` is parsed by the family's schema. */
export interface SettingRow {
  tenant_id: string
  family: string
  value: Json<Record<string, unknown>>
  version: Generated<number>
  updated_at: Date
  /** The family's secrets as sealed JSON; null for none. */
  sealed: Generated<Buffer | null>
  /** The user whose change was the last; null for the service itself and for applications. */
  changed_by: Generated<string | null>
}

/** Keys that sign what leaves the tenant: session tokens and OIDC tokens. */
export interface SigningKeyRow {
  tenant_id: string
  /** The `kid`. */
  id: string
  purpose: 'session' | 'oidc' | 'audit'
  algorithm: TokenAlgorithm
  /** ACTIVE signs; RETIRED still verifies until what it signed has ended. */
  state: 'ACTIVE' | 'RETIRED'
  public_jwk: Json<Record<string, string>>
  /** PKCS#8, sealed under the tenant's data key. */
  sealed_private: Buffer
  created_at: Date
  retired_at: Date | null
}

/** A call that may be sent again: what it was answered, once it was. */
interface IdempotentCallRow {
  tenant_id: string
  id: string
  caller: string
  /** SHA-256 of the key, and of what the call was given. */
  key_hash: Buffer
  fingerprint: Buffer
  begun_at: Date
  sealed_answer: Buffer | null
}

export interface TenancyTables {
  idempotent_calls: IdempotentCallRow
  signing_keys: SigningKeyRow
  tenants: TenantRow
  organizations: OrganizationRow
  sessions: SessionRow
  settings: SettingRow
}

interface HostNameRow {
  host: string
  tenant_id: string
  /** False for a former host kept as an alias. */
  current: boolean
}

/** What a node has accepted of busy callers within a second; a ring of the last ones. */
interface RequestCountRow {
  node_id: string
  slot: number
  tick: number
  subjects: string[]
  taken: number[]
}

export interface TenancySystemTables {
  host_names: HostNameRow
  leases: { name: string; node_id: string }
  migrations: { name: string; applied_at: Date }
  nodes: { id: string; started_at: Date; seen_at: Date; version: string }
  request_counts: RequestCountRow
}
