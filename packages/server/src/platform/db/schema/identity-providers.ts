import type { Generated } from 'kysely'

/** An account service elsewhere. */
export interface IdentityProviderRow {
  tenant_id: string
  id: string
  protocol: 'oidc' | 'saml'
  name: string
  name_key: string
  /** What subjects are kept under. */
  issuer: string
  enabled: boolean
  /** All that is read whole. */
  definition: unknown
  sealed_secret: Buffer | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
  /** When the metadata is read again; null for never. */
  metadata_next_at: Generated<Date | null>
  /** How that went. */
  metadata_state: Generated<unknown>
}

/** An account at an identity provider, and whom it signs in. */
export interface LinkedIdentityRow {
  tenant_id: string
  id: string
  provider_id: string
  issuer: string
  subject: string
  /** Null once the user is deleted: the account stays known, and gets no new user by itself. */
  user_id: string | null
  /** How the provider calls it; identifies nobody. */
  label: string | null
  linked_at: Date
  last_used_at: Date | null
  /** The provider has another key since: the next sign-in asks for a factor of the user's own, too. */
  confirm_again: Generated<boolean>
}

/** What an identity provider's answer was good for: each is taken once. */
interface UpstreamProofRow {
  tenant_id: string
  id: string
  provider_id: string
  /** The sign-in it is for; null for an account that is to be linked. */
  transaction_id: string | null
  /** Whom it proves; null until it is proven, and for good when it was not. */
  user_id: string | null
  /** The provider vouches for a second factor, and is trusted in it. */
  second_factor: boolean
  /** Whose account it proves, and in which session there. */
  subject: string | null
  session_index: string | null
  /** What signing out there takes. */
  sealed_ticket: Buffer | null
  proven_at: Date | null
  spent_at: Date | null
  expires_at: Date
}

/** A session that began by an account elsewhere. */
interface UpstreamSessionRow {
  tenant_id: string
  session_id: string
  provider_id: string
  subject: string
  /** What the provider calls its own session; null where it does not say. */
  session_index: string | null
  sealed_ticket: Buffer
  signed_in_at: Date
}

export interface IdentityProviderTables {
  identity_providers: IdentityProviderRow
  linked_identities: LinkedIdentityRow
  upstream_proofs: UpstreamProofRow
  upstream_sessions: UpstreamSessionRow
}
