import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface PasswordRow {
  tenant_id: string
  user_id: string
  /** Argon2id in PHC string form. */
  hash: string
  changed_at: Date
  /** The sign-in transaction that set it; evidence of the former one holds there alone. */
  changed_in: string | null
  expires_at: Date | null
  force_change: Generated<boolean>
  compromised: Generated<boolean>
  version: Generated<number>
}

export interface PasswordHistoryRow {
  tenant_id: string
  user_id: string
  /** When it was set. */
  set_at: Date
  hash: string
}

export interface TokenRow {
  tenant_id: string
  id: string
  serial: string
  user_id: string
  /** The wire's names: our own app, or any app that reads `otpauth` addresses. */
  type: 'ENTRUST_SOFT_TOKEN' | 'GOOGLE_AUTHENTICATOR'
  label: string | null
  state: 'NEW' | 'ACTIVATING' | 'ACTIVE' | 'INACTIVE'
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  period_seconds: number
  /** The 160-bit secret, sealed for `token:<id>`. */
  sealed_secret: Buffer
  /** Newest time step whose code was accepted: no step is accepted twice. */
  last_step: number
  /** Quarters of a step by which the token's clock is ahead of ours, learnt from accepted codes. */
  drift_quarters: Generated<number>
  /** The sign-in transaction that enrols it; null for one made elsewhere. */
  enrolled_in: string | null
  created_at: Date
  activated_at: Date | null
  last_used_at: Date | null
  version: Generated<number>
}

export interface FidoCredentialRow {
  tenant_id: string
  id: string
  user_id: string
  /** Base64url, as browsers send it. */
  credential_id: string
  /** COSE key. */
  public_key: Buffer
  counter: number
  aaguid: string
  transports: Json<string[]>
  name: string
  state: 'ACTIVE' | 'INACTIVE'
  rp_id: string
  attestation_format: string
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: boolean
  user_verified: boolean
  created_at: Date
  last_used_at: Date | null
  version: Generated<number>
}

/** A registration ceremony that has begun; deleting the row is what uses its challenge up. */
export interface FidoRegistrationRow {
  tenant_id: string
  /** SHA-256 of the challenge. */
  challenge_hash: Buffer
  user_id: string
  /** The sign-in transaction or session it belongs to. */
  bound_to: string
  expires_at: Date
}

export interface OtpRow {
  tenant_id: string
  transaction_id: string
  /** Whom it is for: a user's id, or a key made of an unknown identifier. */
  subject: string
  code_hmac: Buffer
  hint: string
  sent_at: Date
  expires_at: Date
  resend_after: Date
  consumed_at: Date | null
}

/** Messages sent to one recipient within a window. */
export interface SendBudgetRow {
  tenant_id: string
  recipient: string
  window_started_at: Date
  sent: number
}

export interface RecoveryCodeRow {
  tenant_id: string
  user_id: string
  code_hmac: Buffer
  created_at: Date
  used_at: Date | null
}

/** Wrong answers of one subject, by factor, way of delivery and device. */
export interface AttemptBudgetRow {
  tenant_id: string
  /** A user's id, or a key made of an unknown identifier. */
  subject: string
  factor: string
  channel: string
  /** The key of a known device; empty for all strange ones together. */
  device: string
  failures: number
  last_failed_at: Date
  locked_until: Date | null
}

export interface KnownDeviceRow {
  tenant_id: string
  user_id: string
  /** HMAC of the machine nonce. */
  device: string
  user_agent: string | null
  first_seen_at: Date
  last_seen_at: Date
}

export interface AuthenticatorsTables {
  passwords: PasswordRow
  password_history: PasswordHistoryRow
  tokens: TokenRow
  fido_credentials: FidoCredentialRow
  fido_registrations: FidoRegistrationRow
  otps: OtpRow
  send_budgets: SendBudgetRow
  recovery_codes: RecoveryCodeRow
  attempt_budgets: AttemptBudgetRow
  known_devices: KnownDeviceRow
}
