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
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import type { Wanted } from './passthrough-form.tsx'

export type Passthrough = z.output<typeof PassthroughSchema>

const subject = 'passthroughs'

export const passthroughsQuery = wholeListQuery<Passthrough>({
  subject,
  list: (signal) => call(listPassthroughs, { signal }),
  nameOf: ({ name }) => name,
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
