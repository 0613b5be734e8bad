import { PrintBatch, PrintJob } from '@signet/contract/issuance/print-jobs'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import type { StoredBatch, StoredJob, StoredLine } from './print-jobs.repository.ts'

const printJob = fieldsOf(PrintJob)
const printBatch = fieldsOf(PrintBatch)

export const presentJob = (row: StoredJob) =>
  printJob({ ...row, enrollment_id: row.kind === 'CARD' ? row.issuance_id : null })

export const presentBatch = (row: StoredBatch, heldFrom: number | null) =>
  printBatch({ ...row, held_from: heldFrom })

export const presentLine = (row: StoredLine) => ({
  at: row.at,
  event: row.event,
  queueState: row.queue_state,
  printStatus: row.print_status,
  detail: row.detail,
})
