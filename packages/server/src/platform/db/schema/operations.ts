import type { ColumnType, Generated } from 'kysely'

/** The envelope of an audit event: what the hash chain covers. Never updated. */
export interface AuditEventRow {
  tenant_id: string
  occurred_at: Date
  id: string
  /** The writing transaction; the sequencer's order. */
  xid: Generated<string>
  actor_kind: string
  actor_id: string
  entity: string
  entity_id: string
  action: string
  outcome: 'SUCCESS' | 'FAILURE' | 'DENIED'
  /** SHA-256 of salt and canonical detail. */
  digest: Buffer
}

/** What may be erased: names, addresses, before and after. */
export interface AuditDetailRow {
  tenant_id: string
  occurred_at: Date
  event_id: string
  salt: Buffer
  actor_name: string
  entity_name: string
  request_id: string
  address: string | null
  /** Canonical JSON text: the digest covers these very bytes. */
  detail: string
  /** Lower-case text that free-text search looks into. */
  search_text: string
}

/** One row per tenant and batch of events. */
export interface AuditChainRow {
  tenant_id: string
  number: ColumnType<number, number, never>
  from_xid: string
  upto_xid: string
  event_count: number
  previous_hash: Buffer
  hash: Buffer
  /** ES256 of the hash by the tenant's audit key. */
  signature: Buffer
  key_id: string
  created_at: Date
}

export interface OperationsTables {
  audit_events: AuditEventRow
  audit_details: AuditDetailRow
  audit_chain: AuditChainRow
}
