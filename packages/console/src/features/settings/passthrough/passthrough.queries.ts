import {
  createPassthrough,
  deletePassthrough,
  listPassthroughs,
  type Passthrough as PassthroughSchema,
  readPassthrough,
  updatePassthrough,
} from '@signet/contract/authenticators/passthrough'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'
import type { Wanted } from './passthrough-form.tsx'

export type Passthrough = z.output<typeof PassthroughSchema>

const subject = 'passthroughs'

/** The list comes whole: it is searched and paged here. */
export const passthroughsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.toLocaleLowerCase()
    const found = (await call(listPassthroughs, { signal })).filter(({ name }) =>
      name.toLocaleLowerCase().includes(sought),
    )
    return wholeListPage(found, request, ({ name }) => name)
  },
})

export const readOne = (id: string, signal?: AbortSignal) =>
  callWithEtag(readPassthrough, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const passthroughQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

interface Save {
  readonly id: string
  readonly body: Wanted
  readonly etag: string | null
}

export const usePassthroughChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Wanted) => call(createPassthrough, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updatePassthrough, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deletePassthrough, { params: { id } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [subject, 'page'] }),
    }),
  }
}
