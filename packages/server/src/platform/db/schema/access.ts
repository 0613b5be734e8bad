import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** One answer to a challenge: reserved before it is checked, answered after. */
interface SignInAttemptRow {
  tenant_id: string
  transaction_id: string
  /** Digest of authenticator, nonce and response: a repeat has the same. */
  attempt_key: Buffer
  factor: string
  /** What it took from its budget. */
  cost: number
  reserved_at: Date
  /** The sealed answer, given again to repeats; null while being checked. */
  answer: Buffer | null
}

/**
 * A proven step of a sign-in; one row for each step, whoever comes second fails. Step 0 proves
 * nothing: it ends a sign-in whose last step was something to do.
 */
export interface SignInEvidenceRow {
  tenant_id: string
  transaction_id: string
  step: number
  user_id: string
  authenticator: string
  /** The token, passkey or code that proved it; null for the password. */
  authenticator_id: string | null
  class: 'KNOWLEDGE' | 'POSSESSION' | 'INHERENCE' | 'VERIFIED_USER' | 'NONE'
  channel: string
  key_thumbprint: string | null
  device: string | null
  proven_at: Date
  /** Set on the row that ended the transaction: purpose, steps, assurance reached. */
  decision: Json<Record<string, unknown>> | null
  /** The session that came of it. */
  session_id: string | null
}

export interface SetupLinkRow {
  tenant_id: string
  /** SHA-256 of the link's 128 random bits. */
  token_hash: Buffer
  kind: 'FIRST_ADMINISTRATOR' | 'RECOVERY' | 'INVITATION'
  /** The account it sets up; null until it is named. */
  user_id: string | null
  /** Of an invitation: where it was mailed to; null where it was handed over. */
  email: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** What a session has asked to prove; its code stands in `otps` under the same id. */
export interface ContactChallengeRow {
  tenant_id: string
  session_id: string
  purpose: string
  attribute: string
  id: string
  user_id: string
  value: string | null
  /** Codes given so far. */
  tries: Generated<number>
  expires_at: Date
}

/** Somebody who asks for an account, until the link in their mail is used. */
export interface SignUpRow {
  tenant_id: string
  id: string
  /** SHA-256 of the link's 128 random bits. */
  token_hash: Buffer
  email: string
  first_name: string | null
  last_name: string | null
  locale: string
  /** The terms that were accepted; null where the tenant asks for none. */
  terms_url: string | null
  /** The address has an account: this link makes none. */
  known: boolean
  /** Completions begun so far. */
  tries: Generated<number>
  created_at: Date
  expires_at: Date
}

interface FavoriteApplicationRow {
  tenant_id: string
  user_id: string
  application_id: string
}

/** A tenant that holds a statement of the weakest ways in. */
interface HeldStatementWatchRow {
  tenant_id: string
  /** When it is checked next. */
  due_at: Date
  /** Since when a check found it broken, which administrators were told of; null while it holds. */
  broken_at: Date | null
}

export interface AccessTables {
  held_statement_watches: HeldStatementWatchRow
  favorite_applications: FavoriteApplicationRow
  favorite_saml_applications: FavoriteApplicationRow
  sign_ups: SignUpRow
  contact_challenges: ContactChallengeRow
  sign_in_attempts: SignInAttemptRow
  sign_in_evidence: SignInEvidenceRow
  setup_links: SetupLinkRow
}
