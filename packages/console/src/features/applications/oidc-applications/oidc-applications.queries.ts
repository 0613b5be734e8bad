import {
  createOidcApplication,
  deleteOidcApplication,
  generateClientSecret,
  listUserIdClaims,
  readOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import {
  listApplicationInfo,
  listApplicationTemplates,
} from '@signet/contract/applications/templates'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import { pathOf } from './application-types.ts'

const subject = 'applications'

export type ApplicationInfo = z.output<(typeof listApplicationInfo)['answer']>[number]

/** The list comes whole. */
export const applicationsQuery = wholeListQuery<ApplicationInfo>({
  subject,
  list: (signal) => call(listApplicationInfo, { signal }),
  nameOf: ({ name }) => name,
  filters: {
    status: ({ enabled }) => (enabled ? 'ACTIVE' : 'INACTIVE'),
    kind: ({ applicationType }) => applicationType,
  },
})

/** Applications of every kind for the palette. */
export const findApplications = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const found = await call(listApplicationInfo, { query: nameSought(typed), signal })
  return found.map((row) => ({ id: row.id, label: row.name, to: pathOf(row) }))
}

export const templatesQuery = queryOptions({
  queryKey: [subject, 'templates'],
  queryFn: ({ signal }) => call(listApplicationTemplates, { signal }),
})

export type Template = Awaited<ReturnType<NonNullable<typeof templatesQuery.queryFn>>>[number]

/** What an application can know users by. */
export const subjectsQuery = queryOptions({
  queryKey: [subject, 'subjects'],
  queryFn: ({ signal }) => call(listUserIdClaims, { signal }),
})

const Discovery = z.object({ issuer: z.string() })
const discoveryPath = '/api/oidc/.well-known/openid-configuration'

/** The issuer as the discovery document names it (OpenID Connect Discovery 1.0, section 4). */
export const issuerQuery = queryOptions({
  queryKey: ['issuer'],
  queryFn: async ({ signal }) => {
    const response = await fetch(discoveryPath, { signal })
    return Discovery.parse(await response.json()).issuer
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** A product that speaks SAML: people may begin here, and are called by their addresses there. */
export const useSamlCreation = () =>
  useChange(
    (product: {
      readonly name: string
      readonly entityId: string
      readonly url: string
      readonly attributes: Template['attributes']
    }) =>
      call(createSamlApplication, {
        body: {
          name: product.name,
          entityId: product.entityId,
          assertionConsumers: [{ index: 0, url: product.url }],
          nameIdFormat: 'email',
          attributes: product.attributes,
          idpInitiated: true,
        },
      }),
    [subject, 'page'],
  )

export const applications = {
  subject,
  ...callsOf({
    read: readOidcApplication,
    create: createOidcApplication,
    update: updateOidcApplication,
    remove: deleteOidcApplication,
  }),
}

export const useNewSecret = () =>
  useChange((id: string) => call(generateClientSecret, { body: { id } }), [subject, 'one'])
