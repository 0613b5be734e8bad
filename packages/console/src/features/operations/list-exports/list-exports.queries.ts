import { deleteListExport, listListExports } from '@signet/contract/operations/list-exports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'
import { isOpen, type ListExportFact } from '../../../pickers/list-export/list-exports.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

const subject = 'list-exports'
const liveMillis = 1500

const matches =
  ({ filters }: ListRequest) =>
  ({ state }: ListExportFact): boolean =>
    filters.state === undefined || filters.state === state

/** The visitor's exports, the newest first; read again and again while one of them is made. */
export const listExportsQuery = (request: ListRequest) => ({
  queryKey: [subject, request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listListExports, { signal })
    const place = new Map(all.map(({ id }, at) => [id, String(at)]))
    const asked = { ...request, sort: null }
    return wholeListPage(all.filter(matches(request)), asked, ({ id }) => place.get(id) ?? '')
  },
  refetchInterval: ({
    state,
  }: {
    readonly state: { readonly data: ListPageResult<ListExportFact> | undefined }
  }) => (state.data?.results.some(isOpen) === true ? liveMillis : false),
})

export const useDeleteExport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteListExport, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
  })
}
