import {
  createGroup,
  deleteGroup,
  deleteGroups,
  emptyGroup,
  type Group,
  type GroupChange,
  type GroupPageRequest,
  GroupType,
  listGroupsPaged,
  type NewGroup,
  readGroup,
  updateGroup,
} from '@signet/contract/identity/groups'
import { addGroupMember, removeGroupMember } from '@signet/contract/identity/user-groups'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type GroupDetail = z.output<typeof Group>

const subject = 'groups'
const longestSearch = 100

export const groupPath = (id: string): string => `/groups/${id}`

/** The list's request as the call takes it. */
export const bodyOf = ({
  search,
  sort,
  filters,
  cursor,
  limit,
}: ListRequest): z.input<typeof GroupPageRequest> => {
  const type = GroupType.safeParse(filters.type)
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, longestSearch) }),
    ...(type.success ? { type: type.data } : {}),
    ...(cursor === null ? {} : { cursor }),
  }
}

export const groupsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listGroupsPaged, { body: bodyOf(request), signal }),
})

const mostFound = 8

/** Groups for the palette. */
export const findGroups = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const search = typed.slice(0, longestSearch)
  const { results } = await call(listGroupsPaged, { body: { search, limit: mostFound }, signal })
  return results.map(({ id, name, description }) => ({
    id,
    label: name,
    ...(description === null ? {} : { detail: description }),
    to: groupPath(id),
  }))
}

const keyOf = (id: string) => [subject, 'one', id]

export const readGroupWithEtag = (id: string, signal?: AbortSignal): Promise<Tagged<GroupDetail>> =>
  callWithEtag(readGroup, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readGroupWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: z.input<typeof GroupChange>
  readonly etag: string | null
}

/** Ten thousand go with each call. */
const emptyWhole = async (id: string): Promise<void> => {
  const { remaining } = await call(emptyGroup, { params: { id } })
  if (remaining) await emptyWhole(id)
}

/** Changes to groups; each makes what was read before stale. */
export const useGroupChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<unknown> =>
    Promise.all(
      [[subject], ['users', 'members'], ['users', 'page']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewGroup>) => call(createGroup, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateGroup, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
    empty: useMutation({ mutationFn: emptyWhole, onSuccess: changed }),
    removeAll: useMutation({
      mutationFn: (ids: readonly string[]) => call(deleteGroups, { body: { ids: [...ids] } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteGroup, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
  }
}

export const addTo = (id: string) => (userid: string) =>
  call(addGroupMember, { params: { id, userid } })
export const takeFrom = (id: string) => (userid: string) =>
  call(removeGroupMember, { params: { id, userid } })
