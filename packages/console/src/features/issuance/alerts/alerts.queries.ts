import {
  createPrinterAlert,
  deletePrinterAlert,
  listPrinterAlerts,
  type PrinterAlertChange,
  type PrinterAlert as PrinterAlertSchema,
  readPrinterAlert,
  updatePrinterAlert,
} from '@signet/contract/issuance/alerts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../lib/call.ts'

export type Alert = z.output<typeof PrinterAlertSchema>
export type Change = z.output<typeof PrinterAlertChange>

const subject = 'printer-alerts'
/** What stands changes by itself. */
const refreshMillis = 15_000

export const alertsQuery = {
  queryKey: [subject, 'list'],
  refetchInterval: refreshMillis,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listPrinterAlerts, { signal }),
}

const readOne = (id: string, signal: AbortSignal) =>
  callWithEtag(readPrinterAlert, { params: { id }, signal })

/** Read anew for whoever changes it; If-Match finds another's change. */
export const alertQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
})

/** Deeds on alerts; they are read anew after each. */
export const useAlertDeeds = () => {
  const client = useQueryClient()
  const then = async (deed: Promise<unknown>): Promise<void> => {
    await deed
    await client.invalidateQueries({ queryKey: [subject] })
  }
  return {
    add: (body: Change) => then(call(createPrinterAlert, { body })),
    change: (id: string, body: Change, etag: string | null) =>
      then(call(updatePrinterAlert, { params: { id }, body, ifMatch: etag ?? undefined })),
    remove: (id: string) => then(call(deletePrinterAlert, { params: { id } })),
  }
}
