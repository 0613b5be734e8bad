import type { BulkState } from '@signet/rules/bulk'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface BulkMappingEntry {
  readonly column: string
  readonly source: number | null
  readonly value: string | null
}

interface BulkCountsValue {
  readonly rows: number
  readonly changed: number
  readonly skipped: number
  readonly failed: number
}

/** Where the reading of a file may begin again. */
export interface BulkPosition {
  /** From the beginning of the file to the beginning of a row. */
  readonly bytes: number
  /** That row's line, counted from 1. */
  readonly line: number
  /** Rows before it, the header left out. */
  readonly rows: number
}

/** Work on many rows of a file; its checkpoint is `rows_done`. */
export interface BulkOperationRow {
  tenant_id: string
  id: string
  kind: string
  state: BulkState
  reason: string | null
  reason_line: number | null
  reason_column: number | null
  source: 'FILE' | 'USERS' | 'OPERATION'
  file_name: string
  /** `csv;`, `xlsx`, `json`: how its rows are told apart. */
  format: string | null
  /** Of a text file; null for one that is seen anew by its first bytes. */
  encoding: ColumnType<string | null, string | null | undefined, string | null>
  headers: Json<readonly string[]>
  mapping: Json<readonly BulkMappingEntry[]>
  existing: 'UPDATE' | 'SKIP' | 'ERROR'
  checked: ColumnType<BulkCountsValue | null, string | null, string | null>
  rows_done: number
  changed: number
  skipped: number
  failed: number
  /** Those of `changed` that are new, or would be. */
  created: Generated<number>
  /** From 0 to 1. */
  progress: number
  /** At or before the first row that is not done; null for the beginning. */
  position: ColumnType<BulkPosition | null, string | null | undefined, string | null>
  /** Whose rights it runs under. */
  owner_id: string
  owner_name: string
  /** The roles and versions the owner had when they lent their rights. */
  grant_standing: string | null
  grant_until: Date | null
  created_at: Date
  started_at: Date | null
  /** Null unless it is PAUSED. */
  paused_at: Date | null
  ended_at: Date | null
  version: Generated<number>
}

/** A part of the file; files may hold passwords. */
interface BulkPartRow {
  tenant_id: string
  id: string
  operation_id: string
  number: number
  /** Before sealing. */
  bytes: number
  sealed: Buffer
}

/** Line, name, action, subject, error code, column, message, and what stood there before. */
export type BulkEntry = readonly [
  number,
  string,
  'CREATE' | 'UPDATE' | 'DELETE' | 'SKIP' | 'ERROR',
  string | null,
  string | null,
  string | null,
  string | null,
  (Readonly<Record<string, string>> | null)?,
  (readonly { readonly column: string; readonly value: string }[])?,
]

/** What became of the rows of one batch. */
export interface BulkResultRow {
  tenant_id: string
  operation_id: string
  from_line: number
  upto_line: number
  failed: number
  entries: Json<readonly BulkEntry[]>
  /** What no other row may share, as `SeenKeys` packs it. */
  keys: ColumnType<Buffer, Buffer | undefined, Buffer>
}

export interface BulkTables {
  bulk_operations: BulkOperationRow
  bulk_parts: BulkPartRow
  bulk_results: BulkResultRow
}
