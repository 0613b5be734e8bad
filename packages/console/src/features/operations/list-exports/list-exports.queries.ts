import { deleteListExport, listListExports } from '@signet/contract/operations/list-exports'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'
import { isOpen, type ListExportFact } from '../../../pickers/list-export/list-exports.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

const subject = 'list-exports'
const liveMillis = 1500

const wholeList = wholeListQuery<ListExportFact>({
  subject,
  list: (signal) => call(listListExports, { signal }),
  filters: { state: ({ state }) => state },
})

type Page = ListPageResult<ListExportFact>

/** The visitor's exports, the newest first; read again and again while one of them is made. */
export const listExportsQuery = (request: ListRequest) => ({
  ...wholeList({ ...request, search: '' }),
  refetchInterval: ({ state }: { readonly state: { readonly data: Page | undefined } }) =>
    state.data?.results.some(isOpen) === true ? liveMillis : false,
})

export const useDeleteExport = () =>
  useChange((id: string) => call(deleteListExport, { params: { id } }), [subject])
