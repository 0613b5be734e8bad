import {
  createOidcIdentityProvider,
  deleteOidcIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  type OidcIdentityProvider,
  type OidcIdentityProviderChange,
  readOidcIdentityProvider,
  testOidcConfiguration,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { type IdentityProviderType, identityProviderSlug } from '@signet/rules/identity-providers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Listed = z.output<typeof IdentityProvider>
export type Provider = z.output<typeof OidcIdentityProvider>
export type Wanted = z.input<typeof OidcIdentityProviderChange>

export const providersPath = '/identityproviders'
export const providerPath = (id: string): string => `${providersPath}/oidc/${id}`
/** Of a provider of any protocol. */
export const listedPath = ({ id, protocol }: Listed): string => `${providersPath}/${protocol}/${id}`
export const addPath = (type: IdentityProviderType): string =>
  `${providersPath}/oidc/${identityProviderSlug(type)}/add`

export const subject = 'identity-providers'

/** The list comes whole: it is searched and paged here. */
export const providersQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.trim().toLocaleLowerCase()
    const found = (await call(listIdentityProviders, { signal })).filter(
      ({ name, issuer, domains }) =>
        `${name} ${issuer} ${domains.join(' ')}`.toLocaleLowerCase().includes(sought),
    )
    return wholeListPage(found, request, ({ name }) => name)
  },
})

export const readOne = (id: string, signal?: AbortSignal) =>
  callWithEtag(readOidcIdentityProvider, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const providerQuery = (id: string) => ({
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

/** Changes of the providers; what was read of them is stale after each. */
export const useProviderChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Wanted) => call(createOidcIdentityProvider, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateOidcIdentityProvider, {
          params: { id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteOidcIdentityProvider, { params: { id } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [subject, 'page'] }),
    }),
    test: useMutation({
      mutationFn: (issuer: string) => call(testOidcConfiguration, { body: { issuer } }),
    }),
  }
}
