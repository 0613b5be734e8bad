import {
  createPrinter,
  deletePrinter,
  listPrintersInFull,
  type NewPrinter,
  type PrinterChange,
  type PrinterPreferences,
  type Printer as PrinterSchema,
  readPrinter,
  readPrinterPreferences,
  updatePrinter,
  updatePrinterPreferences,
} from '@signet/contract/issuance/printers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Printer = z.output<typeof PrinterSchema>
export type Change = z.output<typeof PrinterChange>
export type New = z.output<typeof NewPrinter>
export type Preferences = z.output<typeof PrinterPreferences>

const subject = 'printers'
/** How a printer stands changes by itself. */
const refreshMillis = 15_000

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, location, makeAndModel, status }: Printer): boolean =>
    `${name} ${location} ${makeAndModel}`
      .toLocaleLowerCase()
      .includes(search.trim().toLocaleLowerCase()) &&
    (filters.status === undefined || filters.status === status)

/** The list comes whole. */
export const printersPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  refetchInterval: refreshMillis,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listPrintersInFull, { signal })
    return wholeListPage(all.filter(fits(request)), request, ({ name }) => name)
  },
})

export const readOne = (printerId: string, signal?: AbortSignal): Promise<Tagged<Printer>> =>
  callWithEtag(readPrinter, { params: { printerId }, signal })

export const printerQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  refetchInterval: refreshMillis,
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
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

interface Save<Body> {
  readonly id: string
  readonly body: Body
  readonly etag: string | null
}

/** Changes to printers; each makes what was read before stale. */
export const usePrinterChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: New) => call(createPrinter, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save<Change>) =>
        call(updatePrinter, { params: { printerId: id }, body, ifMatch: etag ?? undefined }),
      onSuccess,
    }),
    prefer: useMutation({
      mutationFn: ({ id, body, etag }: Save<Preferences>) =>
        call(updatePrinterPreferences, {
          params: { printerId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (printerId: string) => call(deletePrinter, { params: { printerId } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: [subject, 'one', id] })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
  }
}
