import {
  type ArchivedAudit,
  closeArchive,
  createArchive,
  downloadArchive,
  listArchives,
  openArchive,
} from '@signet/contract/operations/archives'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call, callForFile } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Archive = z.output<typeof ArchivedAudit>
type Page = ListPageResult<Archive>

const subject = 'archives'
const liveMillis = 2000

const isLive = ({ state, reading }: Archive): boolean =>
  state === 'PENDING' || state === 'RUNNING' || reading?.state === 'LOADING'

const wholeList = wholeListQuery<Archive>({
  subject,
  list: (signal) => call(listArchives, { signal }),
  nameOf: ({ month }) => month,
  filters: { state: ({ state }) => state },
})

/** The archived months, read again and again while one of them is written. */
export const archivesQuery = (request: ListRequest) => ({
  ...wholeList(request),
  refetchInterval: ({ state }: { readonly state: { readonly data: Page | undefined } }) =>
    state.data?.results.some(isLive) === true ? liveMillis : false,
})

export const useCreateArchive = () =>
  useChange((month: string) => call(createArchive, { body: { month } }), [subject])

/** Begins or ends the reading of an archive. */
export const useReading = () =>
  useChange(
    async ({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) => {
      if (isOpen) await call(openArchive, { params: { id } })
      else await call(closeArchive, { params: { id } })
    },
    [subject],
  )

/** Hands the file over to the browser's downloads. */
export const saveArchive = async ({ id, month }: Archive, signal: AbortSignal): Promise<void> => {
  const file = await callForFile(downloadArchive, { params: { id }, signal })
  saveFile(`audit-${month}.jsonl.gz`, 'application/gzip', file)
}
