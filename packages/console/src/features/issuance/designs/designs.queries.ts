import type { Design } from '@signet/card/document'
import type { TemplateId } from '@signet/card/templates'
import {
  type CredentialDesign,
  type CredentialDesignChange,
  type CredentialDesignSummary,
  createCredentialDesign,
  deleteCredentialDesign,
  exportCredentialDesign,
  importCredentialDesign,
  listCredentialDesigns,
  readCredentialDesign,
  readCredentialDesignTemplate,
  updateCredentialDesign,
} from '@signet/contract/issuance/credential-designs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type DesignRow = z.output<typeof CredentialDesignSummary>
export type DesignDetail = z.output<typeof CredentialDesign>
type Change = z.input<typeof CredentialDesignChange>

const subject = 'credential-designs'

const fits =
  (search: string) =>
  ({ name, description }: DesignRow): boolean =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

/** The list comes whole. */
export const designsPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listCredentialDesigns, { signal })
    return wholeListPage(all.filter(fits(request.search)), request, ({ name }) => name)
  },
})

const keyOf = (id: string) => [subject, 'one', id]

export const readDesign = (
  credentialDesignId: string,
  version?: number,
): Promise<Tagged<DesignDetail>> =>
  callWithEtag(readCredentialDesign, { params: { credentialDesignId }, query: { version } })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const designQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: () => readDesign(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const readTemplate = async (id: TemplateId): Promise<Design> =>
  (await call(readCredentialDesignTemplate, { params: { CredentialDesignTemplateId: id } })).design

/** The design as a file. */
export const exportDesign = (credentialDesignId: string) =>
  call(exportCredentialDesign, { params: { credentialDesignId } })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to designs; each makes the list stale. */
export const useDesignChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject, 'page'] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createCredentialDesign, { body }),
      onSuccess,
    }),
    read: useMutation({
      mutationFn: (bundle: string) => call(importCredentialDesign, { body: { bundle } }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateCredentialDesign, {
          params: { credentialDesignId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (credentialDesignId: string) =>
        call(deleteCredentialDesign, { params: { credentialDesignId } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return onSuccess()
      },
    }),
  }
}
