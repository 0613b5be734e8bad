import type { Generated } from 'kysely'

/** An archive that is open for reading: for some days, by whoever may see archives. */
export interface ArchiveReadingRow {
  tenant_id: string
  id: string
  archive_id: string
  state: 'LOADING' | 'OPEN' | 'FAILED'
  /** Read so far. */
  event_count: Generated<number>
  opened_by: string
  opened_at: Date
  expires_at: Date
}

/** An event as the file of an archive tells it. */
export interface ArchivedEventRow {
  tenant_id: string
  reading_id: string
  occurred_at: Date
  id: string
  actor_kind: string
  actor_id: string
  actor_name: string | null
  entity: string
  entity_id: string
  entity_name: string | null
  action: string
  outcome: 'SUCCESS' | 'FAILURE' | 'DENIED'
  request_id: string | null
  address: string | null
  country: string | null
  /** Canonical JSON text; null where the person had been erased. */
  detail: string | null
  search_text: string
  expires_at: Date
}

export interface ArchiveReadingTables {
  archive_readings: ArchiveReadingRow
  archived_events: ArchivedEventRow
}
