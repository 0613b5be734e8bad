import type { UserAttribute } from '@signet/contract/identity/user-attribute'
import {
  createUserAttribute,
  deleteUserAttribute,
  listUserAttributes,
  readUserAttribute,
  type UserAttributeChange,
  updateUserAttribute,
} from '@signet/contract/identity/user-attributes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Attribute = z.output<typeof UserAttribute>
type Change = z.input<typeof UserAttributeChange>

const subject = 'user-attributes'

export const attributePath = (id: string): string => `/userattribute/${id}`

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, description, group }: Attribute): boolean =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (filters.group === undefined || filters.group === group)

/** The list comes whole, those of the product first. */
export const attributesPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const results = (await call(listUserAttributes, { signal })).filter(fits(request))
    const ends = { nextCursor: null, prevCursor: null }
    return { results, paging: { total: results.length, estimated: false, ...ends } }
  },
})

const keyOf = (id: string) => [subject, 'one', id]

export const readAttribute = (id: string, signal?: AbortSignal): Promise<Tagged<Attribute>> =>
  callWithEtag(readUserAttribute, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const attributeQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readAttribute(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to attributes; each makes what was read before stale. */
export const useAttributeChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: [subject, 'page'] }),
      client.invalidateQueries({ queryKey: [subject, 'all'] }),
    ])
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createUserAttribute, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateUserAttribute, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteUserAttribute, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
  }
}
