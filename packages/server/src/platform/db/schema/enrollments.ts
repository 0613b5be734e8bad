import type { WriteBackReason } from '@signet/contract/issuance/enrollments'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** Somebody on a card. */
export interface EnrollmentRow {
  tenant_id: string
  id: string
  workflow_id: string
  group_id: string | null
  title: string
  title_key: string
  enroll_state: 'ENROLLING' | 'ENROLLED'
  /** Of the chip; null before one is written. */
  encode_state: string | null
  state: string
  /** Texts by the ids of their fields; pictures stand apart. */
  content: Json<Readonly<Record<string, string>>>
  /** The texts folded, a line each. */
  search_text: string
  version: Generated<number>
  created_at: Date
  created_by: string
  modified_at: Date
  modified_by: string
}

/** A text of a record in the form in which it is looked for. */
interface EnrollmentKeyRow {
  tenant_id: string
  workflow_id: string
  /** The id of its field; empty for what a barcode of the card says. */
  field: string
  key: string
  enrollment_id: string
  /** No other record of the design may have the same. */
  is_unique: boolean
}

export interface EnrollmentPictureRow {
  tenant_id: string
  enrollment_id: string
  field: string
  media_type: 'image/jpeg' | 'image/png'
  width_px: number
  height_px: number
  content: Buffer
  /** A JPEG of 96 pixels at most. */
  thumbnail: Buffer
}

/** The next number of a field; only ever greater. */
interface EnrollmentSequenceRow {
  tenant_id: string
  workflow_id: string
  field: string
  next_number: number
}

/** A number that was given to somebody who has not saved a record with it yet. */
interface EnrollmentReservationRow {
  tenant_id: string
  workflow_id: string
  field: string
  number: number
  expires_at: Date
}

/** A value that has to go back to its row, or could not. */
export interface EnrollmentWriteBackRow {
  tenant_id: string
  enrollment_id: string
  field_id: string
  /** The version of the record that the value was changed with. */
  record_version: number
  state: 'WAITING' | 'FAILED'
  reason: WriteBackReason | null
  /** A job is writing it. */
  claimed_until: Date | null
  changed_at: Date
}

export interface EnrollmentTables {
  enrollments: EnrollmentRow
  enrollment_keys: EnrollmentKeyRow
  enrollment_pictures: EnrollmentPictureRow
  enrollment_sequences: EnrollmentSequenceRow
  enrollment_reservations: EnrollmentReservationRow
  enrollment_write_backs: EnrollmentWriteBackRow
}
