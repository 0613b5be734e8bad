import {
  changePrinterSettings,
  checkPrinterFirmware,
  cleanPrinter,
  type PrinterInfo,
  type PrinterSettings,
  type PrinterTile,
  readPrinterDashboard,
  readPrinterInfo,
  readPrinterSettings,
  updatePrinterFirmware,
} from '@signet/contract/issuance/printer-dashboard'
import { oneOf } from '@signet/rules/membership'
import { printerKinds } from '@signet/rules/printers'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Tile = z.output<typeof PrinterTile>
export type Info = z.output<typeof PrinterInfo>
export type Settings = z.output<typeof PrinterSettings>

const subject = 'printers'
const refreshMillis = 15_000
const isKind = oneOf(printerKinds)

export const dashboardQuery = ({ search, filters }: ListRequest) => ({
  queryKey: [subject, 'dashboard', search, filters],
  refetchInterval: refreshMillis,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(readPrinterDashboard, {
      query: { query: search, ...(isKind(filters.kind) ? { printerType: filters.kind } : {}) },
      signal,
    }),
})

export const infoQuery = (printerId: string) => ({
  queryKey: [subject, 'info', printerId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(readPrinterInfo, { params: { printerId }, signal }),
})

export const readSettings = (printerId: string, signal?: AbortSignal): Promise<Tagged<Settings>> =>
  callWithEtag(readPrinterSettings, { params: { printerId }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const settingsQuery = (printerId: string) => ({
  queryKey: [subject, 'settings', printerId],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => readSettings(printerId, signal),
})

interface SettingsChange {
  readonly id: string
  readonly settings: Settings
  readonly copyTo?: readonly string[]
  readonly etag?: string | null
}

const send = ({ id, settings, copyTo = [], etag }: SettingsChange, dryRun: boolean) =>
  call(changePrinterSettings, {
    params: { printerId: id },
    body: { settings, copyTo: [...copyTo], dryRun },
    ifMatch: etag ?? undefined,
  })

/** What a copy would change; nothing is changed. */
export const previewQuery = (change: SettingsChange) => ({
  queryKey: ['printer-settings-preview', change],
  gcTime: 0,
  queryFn: () => send(change, true),
})

/** Deeds of care; each makes what was read of printers stale. */
export const useCare = () => ({
  clean: useChange((printerId: string) => call(cleanPrinter, { params: { printerId } }), [subject]),
  check: useChange((printerId: string) => call(checkPrinterFirmware, { params: { printerId } })),
  install: useChange(
    (printerId: string) => call(updatePrinterFirmware, { params: { printerId } }),
    [subject],
  ),
  settings: useChange((change: SettingsChange) => send(change, false), [subject]),
})
