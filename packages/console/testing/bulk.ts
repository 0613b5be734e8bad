import type { Operation } from '../src/features/operations/bulk-operations/bulk-operations.queries.ts'

const none = { rows: 0, changed: 0, skipped: 0, failed: 0 }

/** A file whose upload has ended, of an import of users. */
export const buildOperation = (change: Partial<Operation> = {}): Operation => ({
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'importusers',
  state: 'UPLOADED',
  reason: null,
  reasonLine: null,
  reasonColumn: null,
  source: 'FILE',
  fileName: 'starters.csv',
  fileBytes: 0,
  parts: 0,
  format: 'csv,',
  encoding: 'utf-8',
  headers: [],
  mapping: [],
  existing: 'ERROR',
  checked: null,
  done: none,
  progressPercent: 0,
  reversible: false,
  startedBy: 'ada',
  grantExpiresAt: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  startedAt: null,
  endedAt: null,
  version: 1,
  ...change,
})
