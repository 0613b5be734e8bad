import {
  createOidcApplication,
  deleteOidcApplication,
  generateClientSecret,
  type OidcApplicationChange,
  readOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import {
  listApplicationInfo,
  listApplicationTemplates,
} from '@signet/contract/applications/templates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'
import type { Application } from './application-types.ts'

type Change = z.input<typeof OidcApplicationChange>

const subject = 'applications'
const all = queryOptions({
  queryKey: [subject, 'all'],
  queryFn: ({ signal }) => call(listApplicationInfo, { signal }),
})

export type ApplicationInfo = Awaited<ReturnType<NonNullable<typeof all.queryFn>>>[number]

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, enabled, applicationType }: ApplicationInfo): boolean =>
    name.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (filters.status === undefined || filters.status === (enabled ? 'ACTIVE' : 'INACTIVE')) &&
    (filters.kind === undefined || filters.kind === applicationType)

/** The list comes whole: it is searched and paged here. */
export const applicationsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found = (await call(listApplicationInfo, { signal })).filter(fits(request))
    return wholeListPage(found, request, (row) => row.name)
  },
})

export const templatesQuery = queryOptions({
  queryKey: [subject, 'templates'],
  queryFn: ({ signal }) => call(listApplicationTemplates, { signal }),
})

export type Template = Awaited<ReturnType<NonNullable<typeof templatesQuery.queryFn>>>[number]

const keyOf = (id: string) => [subject, 'one', id]

export const readApplication = (id: string, signal?: AbortSignal): Promise<Tagged<Application>> =>
  callWithEtag(readOidcApplication, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readApplication(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
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

/** Changes to applications; each makes what was read before stale. */
/** A product that speaks SAML: people may begin here, and are called by their addresses there. */
export const useSamlCreation = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (product: {
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
    onSuccess: () => client.invalidateQueries({ queryKey: [subject, 'page'] }),
  })
}

export const useApplicationChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [subject, 'page'] })
  const keep = (id: string, read: Tagged<Application>): void => {
    client.setQueryData(keyOf(id), read)
    void changed()
  }
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createOidcApplication, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: { id: string; body: Change; etag: string | null }) =>
        callWithEtag(updateOidcApplication, {
          params: { id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess: (read, { id }) => keep(id, read),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteOidcApplication, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
    newSecret: useMutation({
      mutationFn: (id: string) => call(generateClientSecret, { body: { id } }),
      onSuccess: (_, id) => client.invalidateQueries({ queryKey: keyOf(id) }),
    }),
  }
}
