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
interface AuditDetailRow {
  tenant_id: string
  occurred_at: Date
  event_id: string
  salt: Buffer
  actor_name: string
  entity_name: string
  request_id: string
  address: string | null
  /** ISO 3166-1 alpha-2, ZZ for an unknown one; null where no file told of places. */
  country: string | null
  /** Canonical JSON text: the digest covers these very bytes. */
  detail: string
  /** Lower-case text that free-text search looks into. */
  search_text: string
}

/** One row per tenant and batch of events. */
interface AuditChainRow {
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

type ArchiveState = 'PENDING' | 'RUNNING' | 'READY' | 'FAILED'

/** A month of the audit log as a file; its name follows from tenant and month. */
export interface AuditArchiveRow {
  tenant_id: string
  id: string
  /** `2026-10`, by UTC. */
  month: string
  state: ArchiveState
  event_count: Generated<number>
  /** Of the compressed file, as its hex SHA-256 is. */
  bytes: Generated<number>
  sha256: string | null
  /** From 0 to 100. */
  progress: Generated<number>
  /** The machine that wrote it; null before. */
  node: string | null
  created_by: string
  created_at: Date
  completed_at: Date | null
  version: Generated<number>
}

export interface OperationsTables {
  audit_archives: AuditArchiveRow
  audit_events: AuditEventRow
  audit_details: AuditDetailRow
  audit_chain: AuditChainRow
}
