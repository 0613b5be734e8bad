import type { Printer, PrinterSummary } from '@signet/contract/issuance/printers'
import { isLow, isReadyToPrint } from '@signet/rules/printers'
import type { z } from 'zod'
import type { StoredPrinter } from './printers.repository.ts'

export const isReady = ({ state, reasons, accepting, formats }: StoredPrinter): boolean =>
  isReadyToPrint({ state, reasons, isAccepting: accepting, formats })

export const present = (row: StoredPrinter): z.input<typeof Printer> => ({
  id: row.id,
  deviceId: row.device_id,
  name: row.name,
  kind: row.kind,
  uri: row.uri,
  location: row.location,
  description: row.description,
  makeAndModel: row.make_and_model,
  firmware: row.firmware,
  hoppers: [...row.hoppers],
  formats: [...row.formats],
  status: row.state,
  statusReasons: [...row.reasons],
  ptpReady: isReady(row),
  supplies: row.supplies.map((each) => ({ ...each })),
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
})

export const summaryOf = (rows: readonly StoredPrinter[]): z.input<typeof PrinterSummary> => {
  const count = (is: (row: StoredPrinter) => boolean): number => rows.filter(is).length
  const standing = (state: StoredPrinter['state']): number => count((row) => row.state === state)
  return {
    total: rows.length,
    idle: standing('IDLE'),
    processing: standing('PROCESSING'),
    stopped: standing('STOPPED'),
    offline: standing('OFFLINE'),
    unknown: standing('UNKNOWN'),
    low: count(({ supplies, low_level }) => supplies.some((each) => isLow(each, low_level))),
    simulated: count(({ kind }) => kind === 'SIMULATED'),
  }
}
