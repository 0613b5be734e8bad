import {
  createOidcClaim,
  deleteOidcClaim,
  listOidcClaims,
  type OidcClaim,
  type OidcClaimChange,
  readOidcClaim,
  updateOidcClaim,
} from '@signet/contract/applications/oidc-claims'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Claim = z.output<typeof OidcClaim>
type Change = z.input<typeof OidcClaimChange>

const subject = 'oidc-claims'

export const claimPath = (id: string): string => `/applications/oidccustomclaims/${id}`

const fits =
  (search: string) =>
  ({ name, description, value }: Claim): boolean =>
    `${name} ${description} ${value}`
      .toLocaleLowerCase()
      .includes(search.trim().toLocaleLowerCase())

/** The list comes whole. */
export const claimsPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listOidcClaims, { signal })
    return wholeListPage(all.filter(fits(request.search)), request, ({ name }) => name)
  },
})

export const readClaim = (id: string, signal?: AbortSignal): Promise<Tagged<Claim>> =>
  callWithEtag(readOidcClaim, { params: { id }, signal })

const keyOf = (id: string) => [subject, 'one', id]

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readClaim(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/** The attributes that a claim may be filled from. */
export const attributesQuery = queryOptions({
  queryKey: ['user-attributes', 'sources'],
  queryFn: ({ signal }) => call(listUserAttributes, { signal }),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to claims; each makes what was read before stale. */
export const useClaimChanges = () => {
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: [subject, 'page'] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createOidcClaim, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateOidcClaim, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => {
        client.setQueryData(keyOf(id), read)
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteOidcClaim, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return changed()
      },
    }),
  }
}
