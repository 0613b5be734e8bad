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
  type ResourceScope,
  readClientCredentials,
  readResourceApi,
  revokeApiTokens,
  revokeClientCredentials,
  updateResourceApi,
} from '@signet/contract/applications/resource-apis'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Api = z.output<typeof ResourceApi>
export type Scope = z.output<typeof ResourceScope>

const subject = 'resource-apis'

export const apiPath = (id: string): string => `/authorization/edit/${id}`

/** The list comes whole. */
export const apisPageQuery = wholeListQuery<Api>({
  subject,
  list: (signal) => call(listResourceApis, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, identifier }) => [name, identifier],
})

const scopesKey = (apiId: string) => [subject, 'scopes', apiId]
const grantKey = (apiId: string) => [subject, 'grant', apiId]

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

export const apis = {
  subject,
  ...callsOf({
    read: readResourceApi,
    create: createResourceApi,
    update: updateResourceApi,
    remove: deleteResourceApi,
  }),
}

export const useTokenRevocation = () =>
  useChange((id: string) => call(revokeApiTokens, { params: { id } }))

/** Changes to the scopes of one API, and to who may use them without a person. */
export const useScopeChanges = (apiId: string) => {
  const client = useQueryClient()
  const onSuccess = () => client.resetQueries({ queryKey: grantKey(apiId) })
  return {
    add: useChange(
      (body: z.input<typeof NewResourceScope>) => call(createResourceScope, { body }),
      scopesKey(apiId),
    ),
    remove: useChange(
      (id: string) => call(deleteResourceScope, { params: { id } }),
      scopesKey(apiId),
    ),
    grant: useMutation({
      mutationFn: (body: { readonly applicationId: string; readonly scopeIds: string[] }) =>
        call(grantClientCredentials, { params: { id: apiId }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (appid: string) =>
        call(revokeClientCredentials, { params: { id: apiId, appid } }),
      onSuccess,
    }),
  }
}
