/** What an app shows to take a token over, once. */
interface SoftTokenClaimRow {
  tenant_id: string
  /** SHA-256 of the claim's 128 random bits. */
  claim_hash: Buffer
  token_id: string
  expires_at: Date
}

/** An installed app that holds a token and a key of its own. */
export interface SoftTokenDeviceRow {
  tenant_id: string
  id: string
  token_id: string
  user_id: string
  name: string
  platform: 'WEB' | 'IOS' | 'ANDROID'
  /** SubjectPublicKeyInfo (RFC 5280) of its P-256 key. */
  public_key: Buffer
  /** RFC 7638 thumbprint of the same key. */
  thumbprint: string
  /** PENDING: took the token over; ACTIVE: its owner has confirmed that it is theirs. */
  state: 'PENDING' | 'ACTIVE'
  created_at: Date
  /** Where and for whom notices are left; null for an app that asks for itself. */
  sealed_subscription: Buffer | null
}

/** A question to a person’s apps whether it is they who sign in. */
export interface PushRow {
  tenant_id: string
  id: string
  user_id: string
  /** The sign-in that asks: the answer counts there alone. */
  transaction_id: string
  state: 'PENDING' | 'APPROVED' | 'DENIED' | 'CONCERN' | 'REPLACED'
  /** Of the number that the waiting browser shows; null where none is asked for. */
  number_hmac: Buffer | null
  /** What the app shows, and signs: JSON as it was sent. */
  details: string
  /** The app that answered. */
  device_id: string | null
  signature: Buffer | null
  created_at: Date
  expires_at: Date
  answered_at: Date | null
  consumed_at: Date | null
  /** When the user was notified of the pause that began with this push. */
  pause_notified_at: Date | null
}

export interface SoftTokenTables {
  soft_token_claims: SoftTokenClaimRow
  soft_token_devices: SoftTokenDeviceRow
  pushes: PushRow
}
