import { listOauthRoles } from '@signet/contract/applications/oauth-roles'
import { listOidcApplications } from '@signet/contract/applications/oidc-applications'
import {
  createResourceApi,
  createResourceScope,
  deleteResourceApi,
  deleteResourceScope,
  grantClientCredentials,
  listResourceApis,
  listResourceScopes,
  type NewResourceScope,
  type ResourceApi,
  type ResourceApiChange,
  type ResourceScope,
  readClientCredentials,
  readResourceApi,
  revokeApiTokens,
  revokeClientCredentials,
  updateResourceApi,
} from '@signet/contract/applications/resource-apis'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Api = z.output<typeof ResourceApi>
export type Scope = z.output<typeof ResourceScope>
type Change = z.input<typeof ResourceApiChange>

const subject = 'resource-apis'

export const apiPath = (id: string): string => `/authorization/edit/${id}`

const fits =
  (search: string) =>
  ({ name, identifier }: Api): boolean =>
    `${name} ${identifier}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

/** The list comes whole. */
export const apisPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listResourceApis, { signal })
    return wholeListPage(all.filter(fits(request.search)), request, ({ name }) => name)
  },
})

export const readApi = (id: string, signal?: AbortSignal): Promise<Tagged<Api>> =>
  callWithEtag(readResourceApi, { params: { id }, signal })

const keyOf = (id: string) => [subject, 'one', id]
const scopesKey = (apiId: string) => [subject, 'scopes', apiId]
const grantKey = (apiId: string) => [subject, 'grant', apiId]

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const apiQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readApi(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

export const scopesQuery = (apiId: string) =>
  queryOptions({
    queryKey: scopesKey(apiId),
    queryFn: ({ signal }) => call(listResourceScopes, { query: { apiId }, signal }),
  })

/** What an application may do in its own name; fails with 404 where it may do nothing. */
export const grantQuery = (id: string, appid: string) =>
  queryOptions({
    queryKey: [...grantKey(id), appid],
    queryFn: ({ signal }) => call(readClientCredentials, { params: { id, appid }, signal }),
    enabled: appid !== '',
    retry: false,
  })

export const applicationsQuery = queryOptions({
  queryKey: ['applications', 'all'],
  queryFn: ({ signal }) => call(listOidcApplications, { signal }),
})

export const oauthRolesQuery = queryOptions({
  queryKey: ['oauth-roles', 'all'],
  queryFn: ({ signal }) => call(listOauthRoles, { query: {}, signal }),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to APIs; each makes what was read before stale. */
export const useApiChanges = () => {
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: [subject, 'page'] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createResourceApi, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateResourceApi, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteResourceApi, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
    revoke: useMutation({
      mutationFn: (id: string) => call(revokeApiTokens, { params: { id } }),
    }),
  }
}

/** Changes to the scopes of one API, and to who may use them without a person. */
export const useScopeChanges = (apiId: string) => {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: scopesKey(apiId) })
  const granted = () => client.resetQueries({ queryKey: grantKey(apiId) })
  return {
    add: useMutation({
      mutationFn: (body: z.input<typeof NewResourceScope>) => call(createResourceScope, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteResourceScope, { params: { id } }),
      onSuccess,
    }),
    grant: useMutation({
      mutationFn: (body: { readonly applicationId: string; readonly scopeIds: string[] }) =>
        call(grantClientCredentials, { params: { id: apiId }, body }),
      onSuccess: granted,
    }),
    revoke: useMutation({
      mutationFn: (appid: string) =>
        call(revokeClientCredentials, { params: { id: apiId, appid } }),
      onSuccess: granted,
    }),
  }
}
