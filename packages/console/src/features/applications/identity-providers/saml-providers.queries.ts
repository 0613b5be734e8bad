import {
  createSamlIdentityProvider,
  deleteSamlIdentityProvider,
  parseSamlProviderMetadata,
  readSamlIdentityProvider,
  type SamlIdentityProvider,
  type SamlIdentityProviderChange,
  type SamlIdentityProviderMetadata,
  updateSamlIdentityProvider,
} from '@signet/contract/applications/saml-identity-providers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../lib/call.ts'
import { providersPath, subject } from './identity-providers.queries.ts'

export type SamlProvider = z.output<typeof SamlIdentityProvider>
export type SamlMetadata = z.output<typeof SamlIdentityProviderMetadata>
type Wanted = z.input<typeof SamlIdentityProviderChange>

export const samlProviderPath = (id: string): string => `${providersPath}/saml/${id}`
export const addSamlPath = `${providersPath}/saml/generic/add`

export const readSamlProvider = (id: string, signal?: AbortSignal) =>
  callWithEtag(readSamlIdentityProvider, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const samlProviderQuery = (id: string) => ({
  queryKey: [subject, 'saml', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => readSamlProvider(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

interface Save {
  readonly id: string
  readonly body: Wanted
  readonly etag: string | null
}

/** Changes of SAML providers; what was read of any provider is stale after each. */
export const useSamlProviderChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    parse: useMutation({
      mutationFn: (metadata: string) => call(parseSamlProviderMetadata, { body: { metadata } }),
    }),
    create: useMutation({
      mutationFn: (body: Wanted) => call(createSamlIdentityProvider, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateSamlIdentityProvider, {
          params: { id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteSamlIdentityProvider, { params: { id } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [subject, 'page'] }),
    }),
  }
}
