import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** How far a consumer has read the audit chain: every batch up to this number. */
interface AuditCursorRow {
  tenant_id: string
  consumer: string
  number: number
}

export interface WebhookRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  url: string
  /** Audit actions; `USER_*` for all that begin so, `*` for all. */
  events: Json<string[]>
  enabled: boolean
  /** When it was switched off because nothing got through; null otherwise. */
  disabled_at: Date | null
  sealed_secret: Buffer
  /** The former secret, which signs beside the new one until `previous_ends_at`. */
  sealed_previous: Buffer | null
  previous_ends_at: Date | null
  /** Who saved it last: details go out as far as this user may read them. */
  owner_kind: 'user' | 'application' | 'system'
  owner_id: string | null
  owner_name: string
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export type WebhookFailure =
  | 'ADDRESS_REFUSED'
  | 'ANSWER_REFUSED'
  | 'NO_ANSWER_IN_TIME'
  | 'REDIRECTED'
  | 'UNREACHABLE'

/** One event for one webhook; what is sent is read from the audit log. */
export interface WebhookDeliveryRow {
  tenant_id: string
  event_id: string
  webhook_id: string
  occurred_at: Date
  action: string
  state: 'PENDING' | 'DELIVERED' | 'DEAD'
  attempts: Generated<number>
  /** Null unless pending. */
  next_attempt_at: Date | null
  attempted_at: Date | null
  answer_status: number | null
  /** Why the last attempt failed. */
  failure: WebhookFailure | null
  duration_millis: number | null
  /** When it was made, or sent again by hand: it is tried for some days from then. */
  queued_at: Date
}

/** Who delivers for a webhook now, and how it has been going. */
export interface WebhookLaneRow {
  tenant_id: string
  webhook_id: string
  /** When there is something to deliver; null for nothing or while it is leased. */
  due_at: Date | null
  lease_id: string | null
  leased_until: Date | null
  /** Nothing is tried before this time: nobody answered the last ones. */
  paused_until: Date | null
  /** Answers late or not at all: such ones share half of the places. */
  slow: Generated<boolean>
  /** Failed attempts since the last success. */
  failures: Generated<number>
  failing_since: Date | null
  last_success_at: Date | null
}

export interface WebhooksTables {
  audit_cursors: AuditCursorRow
  webhooks: WebhookRow
  webhook_deliveries: WebhookDeliveryRow
  webhook_lanes: WebhookLaneRow
}
