import type { ExportedList, ListExportState } from '@signet/rules/list-exports'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** What the call that lists is given. */
interface StoredInput {
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** Of the file; absent: as the list. */
  readonly name?: string
}

/** A list that somebody has made into a file. */
export interface ListExportRow {
  tenant_id: string
  id: string
  list: ExportedList
  input: ColumnType<StoredInput, string, string>
  ids: ColumnType<readonly string[] | null, string | null, string | null>
  columns: ColumnType<readonly string[], string, string>
  byte_order_mark: boolean
  state: ListExportState
  reason: string | null
  /** Where the next page begins; null for the first one. */
  next_cursor: string | null
  row_count: number
  part_count: number
  bytes: number
  /** Whose rights it is made under; only they have it. */
  owner_id: string
  /** The groups that its owner was limited to. */
  sight: string
  created_at: Date
  ended_at: Date | null
  expires_at: Date
}

/** Some of the file's lines; they name people. */
interface ListExportPartRow {
  tenant_id: string
  export_id: string
  number: number
  /** Export and number in one: a row's key beside the tenant. */
  id: GeneratedAlways<string>
  sealed: Buffer
}

export interface ListExportTables {
  list_exports: ListExportRow
  list_export_parts: ListExportPartRow
}
