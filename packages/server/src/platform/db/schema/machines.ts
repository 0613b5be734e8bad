import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** A browser that somebody has had remembered. */
export interface MachineRow {
  tenant_id: string
  id: string
  user_id: string
  /** HMAC of the machine nonce. */
  device: string
  label: string | null
  user_agent: string | null
  /** SHA-256 of the newest sequence nonce that was shown. */
  sequence_hash: Buffer
  /** Of those given out since: the answer that held one may be lost. */
  pending: Generated<Buffer[]>
  /** When the newest was given out, and the session that came with it. */
  rotated_at: Date
  rotated_in: string | null
  /** The fingerprint when it was last used; null where none was taken. */
  machine_id: string | null
  /** The fingerprint's parts: digests salted with the machine nonce. */
  attributes: Json<Readonly<Record<string, string>>>
  registered_at: Date
  last_used_at: Date
  expires_at: Date
}

/** A phone that fetches mail, as the operator's mail gateway told of it last. */
export interface ActiveSyncDeviceRow {
  tenant_id: string
  user_id: string
  /** The gateway's name of it. */
  device_id: string
  name: string | null
  model: string | null
  operating_system: string | null
  access: 'ALLOWED' | 'BLOCKED' | 'QUARANTINED'
  first_synced_at: Date | null
  last_synced_at: Date | null
  reported_at: Date
}

/** A computer whose sign-in checks codes without a connection. */
export interface DesktopRow {
  tenant_id: string
  id: string
  user_id: string
  name: string
  operating_system: string | null
  /** The secret of its offline codes, sealed for `desktop:<id>`. */
  sealed_secret: Buffer
  registered_at: Date
  renewed_at: Date
  /** The end of the newest batch. */
  offline_until: Date
}

/** A face that the provider knows; pictures and templates stay with the provider. */
export interface FaceRow {
  tenant_id: string
  id: string
  user_id: string
  state: 'REGISTERING' | 'ACTIVE' | 'DECLINED'
  /** The provider's name of the person: it knows no other. */
  applicant: string
  /** The provider's name of the registration. */
  run: string
  flow: 'WEB' | 'MOBILE'
  registered_at: Date
  /** Until when the registration may be completed. */
  expires_at: Date
  activated_at: Date | null
  last_used_at: Date | null
}

/** A check at the provider that a sign-in has begun. */
export interface FaceCheckRow {
  tenant_id: string
  /** The provider's name of it. */
  run: string
  transaction_id: string
  face_id: string
  state: 'PENDING' | 'USED'
  started_at: Date
  expires_at: Date
}

export interface MachineTables {
  machines: MachineRow
  activesync_devices: ActiveSyncDeviceRow
  desktops: DesktopRow
  faces: FaceRow
  face_checks: FaceCheckRow
}
