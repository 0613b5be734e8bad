import {
  createSamlApplication,
  deleteSamlApplication,
  listSamlAttributeSources,
  parseSamlMetadata,
  readSamlApplication,
  type SamlApplication,
  type SamlApplicationChange,
  type SamlMetadata,
  updateSamlApplication,
} from '@signet/contract/applications/saml-applications'
import {
  activateSamlCertificate,
  createSamlCertificate,
  deleteSamlCertificate,
  listSamlCertificates,
  type SamlCertificate,
} from '@signet/contract/applications/saml-certificates'
import { previewSamlAssertion } from '@signet/contract/applications/saml-previews'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Application = z.output<typeof SamlApplication>
export type Metadata = z.output<typeof SamlMetadata>
export type Certificate = z.output<typeof SamlCertificate>
type Change = z.input<typeof SamlApplicationChange>

const subject = 'saml-applications'
const keyOf = (id: string) => [subject, 'one', id]

export const samlPath = (id: string): string => `/applications/saml/SAML/${id}`

export const readSaml = (id: string, signal?: AbortSignal): Promise<Tagged<Application>> =>
  callWithEtag(readSamlApplication, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const samlQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readSaml(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

export const sourcesQuery = queryOptions({
  queryKey: [subject, 'sources'],
  queryFn: ({ signal }) => call(listSamlAttributeSources, { signal }),
})

/** The entity id as the metadata of this account tell it. */
export const entityQuery = queryOptions({
  queryKey: [subject, 'entity'],
  queryFn: async ({ signal }) => {
    const text = await (await fetch('/api/saml', { signal })).text()
    return /entityID="([^"]+)"/.exec(text)?.[1] ?? ''
  },
  staleTime: Number.POSITIVE_INFINITY,
})

type Previewed = z.input<(typeof previewSamlAssertion)['body']>

/** What an application of these settings would be sent for a user. */
export const previewQuery = (body: Previewed) =>
  queryOptions({
    queryKey: [subject, 'preview', body],
    queryFn: ({ signal }) => call(previewSamlAssertion, { body, signal }),
    retry: false,
  })

export const certificatesQuery = queryOptions({
  queryKey: [subject, 'certificates'],
  queryFn: ({ signal }) => call(listSamlCertificates, { signal }),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to applications; the list of all of them is read again. */
export const useSamlChanges = () => {
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: ['applications'] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createSamlApplication, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateSamlApplication, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteSamlApplication, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
    parse: useMutation({
      mutationFn: (metadata: string) => call(parseSamlMetadata, { body: { metadata } }),
    }),
  }
}

export const useCertificateChanges = () => {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: certificatesQuery.queryKey })
  return {
    create: useMutation({ mutationFn: () => call(createSamlCertificate, {}), onSuccess }),
    activate: useMutation({
      mutationFn: (id: string) => call(activateSamlCertificate, { params: { id } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteSamlCertificate, { params: { id } }),
      onSuccess,
    }),
  }
}
