import {
  createPrinter,
  deletePrinter,
  listPrinters,
  listPrintersInFull,
  type PrinterPreferences,
  type Printer as PrinterSchema,
  readPrinter,
  readPrinterPreferences,
  updatePrinter,
  updatePrinterPreferences,
} from '@signet/contract/issuance/printers'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import { printerPath } from './printer-paths.ts'

export type Printer = z.output<typeof PrinterSchema>
export type Preferences = z.output<typeof PrinterPreferences>

const subject = 'printers'
/** How a printer stands changes by itself. */
const refreshMillis = 15_000

const wholeList = wholeListQuery<Printer>({
  subject,
  list: (signal) => call(listPrintersInFull, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, location, makeAndModel }) => [name, location, makeAndModel],
  filters: { status: ({ status }) => status },
})

/** The list comes whole. */
export const printersPageQuery = (request: ListRequest) => ({
  ...wholeList(request),
  refetchInterval: refreshMillis,
})

/** Printers for the palette. */
export const findPrinters = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const query = { ...nameSought(typed), fields: 'id,name', withStatus: 'false' }
  const found = await call(listPrinters, { query, signal })
  return found.map(({ id, name }) => ({ id, label: name, to: printerPath(id) }))
}

export const printerQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  refetchInterval: refreshMillis,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => printers.read(id, signal),
})

export const readPreferences = (
  printerId: string,
  signal?: AbortSignal,
): Promise<Tagged<Preferences>> =>
  callWithEtag(readPrinterPreferences, { params: { printerId }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const preferencesQuery = (id: string) => ({
  queryKey: [subject, 'preferences', id],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => readPreferences(id, signal),
})

export const printers = {
  subject,
  ...callsOf({
    read: readPrinter,
    create: createPrinter,
    update: updatePrinter,
    remove: deletePrinter,
  }),
}

interface Preferring {
  readonly id: string
  readonly body: Preferences
  readonly etag: string | null
}

export const usePreferring = () =>
  useChange(
    ({ id, body, etag }: Preferring) =>
      call(updatePrinterPreferences, {
        params: { printerId: id },
        body,
        ifMatch: etag ?? undefined,
      }),
    [subject],
  )
