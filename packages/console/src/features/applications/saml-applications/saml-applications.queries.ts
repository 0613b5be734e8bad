import {
  createSamlApplication,
  deleteSamlApplication,
  listSamlAttributeSources,
  parseSamlMetadata,
  readSamlApplication,
  type SamlApplication,
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
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Application = z.output<typeof SamlApplication>
export type Metadata = z.output<typeof SamlMetadata>
export type Certificate = z.output<typeof SamlCertificate>

const subject = 'saml-applications'

export const samlPath = (id: string): string => `/applications/saml/SAML/${id}`

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

export const samlApplications = {
  subject,
  also: [['applications']],
  ...callsOf({
    read: readSamlApplication,
    create: createSamlApplication,
    update: updateSamlApplication,
    remove: deleteSamlApplication,
  }),
}

export const useMetadataParsing = () =>
  useChange((metadata: string) => call(parseSamlMetadata, { body: { metadata } }))

const { queryKey } = certificatesQuery

export const useCertificateChanges = () => ({
  create: useChange(() => call(createSamlCertificate, {}), queryKey),
  activate: useChange((id: string) => call(activateSamlCertificate, { params: { id } }), queryKey),
  remove: useChange((id: string) => call(deleteSamlCertificate, { params: { id } }), queryKey),
})
