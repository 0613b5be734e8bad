import {
  type ArchivedAudit,
  closeArchive,
  createArchive,
  downloadArchive,
  listArchives,
  openArchive,
} from '@signet/contract/operations/archives'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call, callForFile } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Archive = z.output<typeof ArchivedAudit>
type Page = ListPageResult<Archive>

const subject = 'archives'
const liveMillis = 2000

const isLive = ({ state, reading }: Archive): boolean =>
  state === 'PENDING' || state === 'RUNNING' || reading?.state === 'LOADING'

const matches =
  ({ search, filters }: ListRequest) =>
  ({ month, state }: Archive): boolean =>
    month.includes(search.trim()) && (filters.state === undefined || filters.state === state)

/** The archived months, read again and again while one of them is written. */
export const archivesQuery = (request: ListRequest) => ({
  queryKey: [subject, request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listArchives, { signal })
    return wholeListPage(all.filter(matches(request)), request, ({ month }) => month)
  },
  refetchInterval: ({ state }: { readonly state: { readonly data: Page | undefined } }) =>
    state.data?.results.some(isLive) === true ? liveMillis : false,
})

export const useCreateArchive = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (month: string) => call(createArchive, { body: { month } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
  })
}

/** Begins or ends the reading of an archive. */
export const useReading = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) => {
      if (isOpen) await call(openArchive, { params: { id } })
      else await call(closeArchive, { params: { id } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
  })
}

/** Hands the file over to the browser's downloads. */
export const saveArchive = async ({ id, month }: Archive, signal: AbortSignal): Promise<void> => {
  const file = await callForFile(downloadArchive, { params: { id }, signal })
  saveFile(`audit-${month}.jsonl.gz`, 'application/gzip', file)
}
