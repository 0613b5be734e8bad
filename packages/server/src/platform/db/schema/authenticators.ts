import type { CodeDelivery } from '@signet/rules/code-deliveries'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface PasswordRow {
  tenant_id: string
  user_id: string
  /** Argon2id in PHC string form, or the hash of another system until the first right password. */
  hash: string
  /** HMAC of user and hash; null for one of before bindings were. */
  binding: Generated<Buffer | null>
  /** What that hash of another system costs to check; null for own ones and quick ones. */
  foreign_kind: Generated<string | null>
  changed_at: Date
  /** The sign-in transaction that set it; evidence of the former one holds there alone. */
  changed_in: string | null
  expires_at: Date | null
  force_change: Generated<boolean>
  compromised: Generated<boolean>
  version: Generated<number>
}

/** Kinds of foreign hashes that a tenant has had: each check does the work of those that are stored. */
interface ForeignHashKindRow {
  tenant_id: string
  kind: string
}

interface PasswordHistoryRow {
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
  /** As lists sort and searches compare it. */
  serial_key: ColumnType<string, never, never>
  /** Null while it lies in the inventory. */
  user_id: string | null
  /** The wire's names: our own app, any app that reads `otpauth` addresses, or hardware. */
  type: 'ENTRUST_SOFT_TOKEN' | 'GOOGLE_AUTHENTICATOR' | 'OATH_PHYSICAL_TOKEN'
  algorithm_type: Generated<'OATH_TOTP' | 'OATH_HOTP' | 'OATH_OCRA' | 'AT' | 'VENDOR'>
  /** OATH_OCRA: the suite, as RFC 6287 writes it. */
  ocra_suite: Generated<string | null>
  label: string | null
  state: 'NEW' | 'ACTIVATING' | 'ACTIVE' | 'INACTIVE' | 'UNASSIGNED'
  /** Keyed digest of the PIN that is typed before the code. */
  pin_hmac: Generated<Buffer | null>
  /** Digest of a PIN that the token itself signs, sealed for `token-pin:<id>`. */
  sealed_pin: Generated<Buffer | null>
  manufacturer: Generated<string | null>
  model: Generated<string | null>
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  period_seconds: number
  /** The secret, sealed for `token:<id>`. */
  sealed_secret: Buffer
  /**
   * Newest time step or counter whose code was accepted; of questions without a counter, when the
   * newest answered one was asked (in milliseconds): nothing is accepted twice.
   */
  last_step: number
  /** Quarters of a step by which the token's clock is ahead of ours, learnt from accepted codes. */
  drift_quarters: Generated<number>
  /** When its clock was last set by codes typed for it, or the drift was forgotten; null: never. */
  synchronised_at: Generated<Date | null>
  /** The sign-in transaction that enrols it; null for one made elsewhere. */
  enrolled_in: string | null
  created_at: Date
  activated_at: Date | null
  last_used_at: Date | null
  version: Generated<number>
}

/** Groups whose members a token is for. */
interface TokenGroupRow {
  tenant_id: string
  token_id: string
  group_id: string
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
  /** Its statement leads to a root that the metadata names. */
  attested: boolean
  /** When its counter went back. */
  cloned_at: Date | null
  created_at: Date
  last_used_at: Date | null
  version: Generated<number>
}

/** A registration ceremony that has begun; deleting the row is what uses its challenge up. */
interface FidoRegistrationRow {
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
  delivery: Generated<CodeDelivery>
}

/** A link in a mail that signs in once. Strangers have rows too, which nobody was mailed. */
export interface MagicLinkRow {
  tenant_id: string
  id: string
  /** Asked for while signing in, or made by an administrator. */
  kind: 'REQUESTED' | 'ISSUED'
  /** SHA-256 of the link's 192 random bits. */
  token_hash: Buffer
  /** Whom it is for: a user's id, or a key made of an unknown identifier. */
  subject: string
  user_id: string | null
  /** The sign-in that waits for it. */
  transaction_id: string | null
  waiting: Json<Record<string, unknown>> | null
  email: string | null
  redirect_url: string | null
  auto_send: boolean
  /** From where it was asked for. */
  address: string | null
  user_agent: string | null
  /** TOLD: whoever opened it let the waiting browser go on, which has yet to. */
  state: 'OPEN' | 'TOLD' | 'USED' | 'CANCELLED'
  created_at: Date
  expires_at: Date
  resend_after: Date
}

/** Messages sent to one recipient within a window. */
interface SendBudgetRow {
  tenant_id: string
  recipient: string
  window_started_at: Date
  sent: number
}

interface RecoveryCodeRow {
  tenant_id: string
  user_id: string
  code_hmac: Buffer
  created_at: Date
  used_at: Date | null
}

/** The one code an administrator made for who has lost their second factor. */
export interface TempAccessCodeRow {
  tenant_id: string
  user_id: string
  code_hmac: Buffer
  created_at: Date
  expires_at: Date
  max_uses: number
  num_uses: number
  last_used_at: Date | null
}

/** Wrong answers of one subject, by factor, way of delivery and device. */
interface AttemptBudgetRow {
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

interface KnownDeviceRow {
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
  foreign_hash_kinds: ForeignHashKindRow
  password_history: PasswordHistoryRow
  tokens: TokenRow
  token_groups: TokenGroupRow
  fido_credentials: FidoCredentialRow
  fido_registrations: FidoRegistrationRow
  otps: OtpRow
  magic_links: MagicLinkRow
  send_budgets: SendBudgetRow
  recovery_codes: RecoveryCodeRow
  temp_access_codes: TempAccessCodeRow
  attempt_budgets: AttemptBudgetRow
  known_devices: KnownDeviceRow
}
