import type { PrintBatch, PrintJob } from '@signet/contract/issuance/print-jobs'
import type { z } from 'zod'
import type { StoredBatch, StoredJob, StoredLine } from './print-jobs.repository.ts'

export const presentJob = (row: StoredJob): z.input<typeof PrintJob> => ({
  id: row.id,
  batchId: row.batch_id,
  position: row.position,
  kind: row.kind,
  enrollmentId: row.kind === 'CARD' ? row.issuance_id : null,
  attempt: row.attempt,
  title: row.title,
  printerId: row.printer_id,
  printerName: row.printer_name,
  hopper: row.hopper,
  queueState: row.queue_state,
  printStatus: row.print_status,
  cancelWanted: row.cancel_wanted,
  held: row.held,
  detail: row.detail,
  reprintReason: row.reprint_reason,
  reprintNote: row.reprint_note,
  previousFate: row.previous_fate,
  imageSha256: row.image_sha256,
  createdAt: row.created_at,
  createdBy: row.created_by,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

export const presentBatch = (
  row: StoredBatch,
  heldFrom: number | null,
): z.input<typeof PrintBatch> => ({
  id: row.id,
  total: row.total,
  heldFrom,
  createdAt: row.created_at,
  createdBy: row.created_by,
})

export const presentLine = (row: StoredLine) => ({
  at: row.at,
  event: row.event,
  queueState: row.queue_state,
  printStatus: row.print_status,
  detail: row.detail,
})
