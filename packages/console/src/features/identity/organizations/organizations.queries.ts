import {
  createOrganization,
  deleteOrganization,
  deleteOrganizations,
  listOrganizationsPaged,
  type NewOrganization,
  type Organization,
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '@signet/contract/identity/organizations'
import {
  addOrganizationMember,
  removeOrganizationMember,
} from '@signet/contract/identity/user-organizations'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type OrganizationDetail = z.output<typeof Organization>

const subject = 'organizations'
const longestSearch = 100

export const organizationPath = (id: string): string => `/organizations/${id}`

/** The list's request as the call takes it. */
export const bodyOf = ({ search, sort, cursor, limit }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(typed === '' ? {} : { search: typed }),
    ...(cursor === null ? {} : { cursor }),
  }
}

export const organizationsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listOrganizationsPaged, { body: bodyOf(request), signal }),
})

/** Those right below one. */
export const childrenQuery = (parentId: string) =>
  queryOptions({
    queryKey: [subject, 'below', parentId],
    queryFn: ({ signal }) =>
      call(listOrganizationsPaged, { body: { parentId, limit: 100 }, signal }),
  })

const keyOf = (id: string) => [subject, 'one', id]

export const readWithEtag = (
  id: string,
  signal?: AbortSignal,
): Promise<Tagged<OrganizationDetail>> => callWithEtag(readOrganization, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: z.input<typeof OrganizationChange>
  readonly etag: string | null
}

/** Changes to organizations; each makes what was read before stale. */
export const useOrganizationChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<unknown> =>
    Promise.all(
      ['page', 'below', 'picker'].map((part) =>
        client.invalidateQueries({ queryKey: [subject, part] }),
      ),
    )
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewOrganization>) => call(createOrganization, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateOrganization, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    removeAll: useMutation({
      mutationFn: (ids: readonly string[]) =>
        call(deleteOrganizations, { body: { ids: [...ids] } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteOrganization, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
  }
}

export const addTo = (orgid: string) => (userid: string) =>
  call(addOrganizationMember, { params: { orgid, userid } })
export const takeFrom = (orgid: string) => (userid: string) =>
  call(removeOrganizationMember, { params: { orgid, userid } })
