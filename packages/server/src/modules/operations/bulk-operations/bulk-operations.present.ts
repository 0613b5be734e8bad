import type {
  BulkOperation,
  BulkOwnColumn,
  BulkRow,
} from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import type { BulkKindFacts } from '@signet/rules/bulk-facts'
import type { z } from 'zod'
import type { BulkEntry } from '../../../platform/db/schema/bulk-operations.ts'
import type { StoredOperation } from './bulk-operations.repository.ts'
import type { OwnColumn } from './reading/own-columns.ts'

type WireOperation = z.input<typeof BulkOperation>

/** The kind of a stored operation; a kind is never taken away while rows name it. */
export const kindOf = ({
  kind,
}: Pick<StoredOperation, 'kind'>): BulkKindFacts & { readonly name: BulkKindName } => {
  const name = bulkKindNames.find((each) => each === kind)
  if (name === undefined) throw new Error(`there is no bulk operation ${kind}`)
  return { ...bulkKindOf(name), name }
}

export const subjectOf = ({ id, kind, file_name }: StoredOperation) => ({
  entity: kindOf({ kind }).entity,
  id,
  name: file_name,
})

const countsOf = ({ rows_done: rows, changed, skipped, failed }: StoredOperation) => ({
  rows,
  changed,
  skipped,
  failed,
})

/** It changed something, has come to its end, and knows what was before. */
const isReversible = (row: StoredOperation): boolean =>
  kindOf(row).reversible && row.started_at !== null && row.ended_at !== null && row.changed > 0

export const presentOperation = (row: StoredOperation): WireOperation => ({
  id: row.id,
  kind: kindOf(row).name,
  state: row.state,
  reason: row.reason,
  reasonLine: row.reason_line,
  reasonColumn: row.reason_column,
  source: row.source,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  parts: row.part_count,
  format: row.format,
  encoding: row.encoding,
  headers: [...row.headers],
  mapping: row.mapping.map((entry) => ({ ...entry })),
  existing: row.existing,
  checked: row.checked,
  done: countsOf(row),
  progressPercent: Math.floor(row.progress * 100),
  reversible: isReversible(row),
  startedBy: row.owner_name,
  grantExpiresAt: row.grant_until,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  version: row.version,
})

export const presentColumn = ({
  column,
  name,
  isRequired,
  choices,
}: OwnColumn): z.input<typeof BulkOwnColumn> => ({
  column,
  name,
  required: isRequired,
  choices: [...choices],
})

export const presentEntry = ([
  line,
  name,
  action,
  subjectId,
  errorCode,
  column,
  message,
  ,
  assumed = [],
]: BulkEntry): z.input<typeof BulkRow> => ({
  line,
  name,
  action,
  subjectId,
  errorCode,
  column,
  message,
  assumed: assumed.map((each) => ({ ...each })),
})
