import { type BulkKindName, type BulkState, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import type { Severity } from '@signet/rules/severity'

/** The kind that the address names; null for none. */
export const kindAt = (action = '', type = ''): BulkKindName | null =>
  bulkKindNames.find((name) => {
    const kind = bulkKindOf(name)
    return kind.action === action && kind.type === type
  }) ?? null

export const bulkPath = (kind: BulkKindName, id?: string): string => {
  const { action, type } = bulkKindOf(kind)
  const path = `/bulkoperations/add/${action}/${type}`
  return id === undefined ? path : `${path}?id=${id}`
}

const deletions = [
  'deleteenrollments',
  'deletegrids',
  'deletegroups',
  'deletetokens',
  'deleteusers',
  'mfprevoke',
] as const

/** The kind, when it takes something away that does not come back; null otherwise. */
export const deletionOf = (kind: BulkKindName): (typeof deletions)[number] | null =>
  deletions.find((each) => each === kind) ?? null

const severities: Partial<Record<BulkState, Severity>> = {
  COMPLETED: 'OK',
  FAILED: 'ERROR',
  PAUSED: 'WARNING',
  CANCELLED: 'UNKNOWN',
}

export const severityOfState = (state: BulkState): Severity => severities[state] ?? 'INFO'
