import type { PassEvent, PassState, PassWallet } from '@signet/rules/flash-passes'
import type { Generated } from 'kysely'

/** Passes that were asked for together. */
export interface FlashPassBatchRow {
  tenant_id: string
  id: string
  design_id: string
  total: number
  created_at: Date
  created_by: string
}

export interface FlashPassRow {
  tenant_id: string
  id: string
  batch_id: string
  /** Its place in the batch, from 0. */
  position: number
  design_id: string
  /** Null once the record is deleted. */
  enrollment_id: string | null
  title: string
  state: PassState
  /** When it was put into a wallet for the first time. */
  apple_at: Date | null
  google_at: Date | null
  claimed_at: Date | null
  ends_at: Date | null
  /** When it was cancelled or revoked. */
  ended_at: Date | null
  /** What it shows is as it was then, or later. */
  changed_at: Date
  /** The number of the last line of its log. */
  logged: Generated<number>
  created_at: Date
  created_by: string
}

export interface FlashPassClaimRow {
  tenant_id: string
  /** SHA-256. */
  token_hash: Buffer
  pass_id: string
  /** Null: for whichever the phone has. */
  wallet: PassWallet | null
  expires_at: Date
}

interface FlashPassLogRow {
  tenant_id: string
  pass_id: string
  number: number
  at: Date
  event: PassEvent
  detail: string
}

/** A phone that asks to be told of a pass. */
export interface FlashPassRegistrationRow {
  tenant_id: string
  id: string
  pass_id: string
  /** SHA-256 of its device library identifier, by which it asks what has changed. */
  device_hash: Buffer
  sealed_push_token: Buffer
  registered_at: Date
  /** When the pass ends or ended; null while it does not end by itself. */
  over_at: Date | null
}

export interface FlashPassTables {
  flash_pass_batches: FlashPassBatchRow
  flash_passes: FlashPassRow
  flash_pass_claims: FlashPassClaimRow
  flash_pass_log: FlashPassLogRow
  flash_pass_registrations: FlashPassRegistrationRow
}
