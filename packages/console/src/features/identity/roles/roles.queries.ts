import {
  createSiteRole,
  deleteSiteRole,
  listRoles,
  readRole,
  type SiteRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import type { RoleDetail } from './role-forms.ts'

type Change = z.input<typeof SiteRole>

const subject = 'roles'

export const rolePath = (id: string): string => `/role/${id}`

interface Words {
  readonly nameOf: (role: RoleDetail) => string
  readonly descriptionOf: (role: RoleDetail) => string | null
}

const fits =
  ({ search, filters }: ListRequest, { nameOf, descriptionOf }: Words) =>
  (role: RoleDetail): boolean =>
    `${nameOf(role)} ${descriptionOf(role) ?? ''}`
      .toLocaleLowerCase()
      .includes(search.toLocaleLowerCase()) &&
    (filters.origin === undefined || filters.origin === (role.builtIn === null ? 'own' : 'builtIn'))

const whole = (results: readonly RoleDetail[]) => ({
  results,
  paging: { total: results.length, estimated: false, nextCursor: null, prevCursor: null },
})

/** The list comes whole, the built-in ones first, and is searched by the words that are shown. */
export const rolesPageQuery = (words: Words) => (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    whole((await call(listRoles, { signal })).filter(fits(request, words))),
})

const keyOf = (id: string) => [subject, 'one', id]

export const readRoleWithEtag = (id: string, signal?: AbortSignal): Promise<Tagged<RoleDetail>> =>
  callWithEtag(readRole, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readRoleWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to roles; each makes what was read before stale. */
export const useRoleChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: [subject, 'page'] }),
      client.invalidateQueries({ queryKey: [subject, 'all'] }),
    ])
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createSiteRole, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateSiteRole, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteSiteRole, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
  }
}
