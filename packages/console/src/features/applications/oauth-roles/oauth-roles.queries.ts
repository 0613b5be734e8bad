import {
  createOauthRole,
  deleteOauthRole,
  listOauthRoles,
  type OauthRole,
  type OauthRoleChange,
  readOauthRole,
  updateOauthRole,
} from '@signet/contract/applications/oauth-roles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type OauthRoleDetail = z.output<typeof OauthRole>
type Change = z.input<typeof OauthRoleChange>

const subject = 'oauth-roles'

export const oauthRolePath = (id: string): string => `/oauthroles/${id}`

const fits =
  (search: string) =>
  ({ name, description }: OauthRoleDetail): boolean =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

/** The list comes whole. */
export const oauthRolesPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listOauthRoles, { query: {}, signal })
    return wholeListPage(all.filter(fits(request.search)), request, ({ name }) => name)
  },
})

const keyOf = (id: string) => [subject, 'one', id]

export const readOauthRoleWithEtag = (
  id: string,
  signal?: AbortSignal,
): Promise<Tagged<OauthRoleDetail>> => callWithEtag(readOauthRole, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const oauthRoleQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readOauthRoleWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to OAuth roles; each makes what was read before stale, of users too. */
export const useOauthRoleChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<unknown> =>
    Promise.all(
      [
        [subject, 'page'],
        [subject, 'all'],
        ['users', 'part'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createOauthRole, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateOauthRole, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteOauthRole, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
  }
}
