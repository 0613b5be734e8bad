import { listSiteRoles } from '@signet/contract/identity/roles'
import {
  readSpIdentityProvider,
  updateSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import {
  acceptSupportRequest,
  createSupportGrant,
  endSupportGrant,
  listSupportGrants,
  type NewSupportGrant,
  readSupportGrant,
  type SupportGrant,
  type SupportTerms,
} from '@signet/contract/provider/support-grants'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Grant = z.output<typeof SupportGrant>
export type Terms = z.input<typeof SupportTerms>

const subject = 'support-grants'

export const grantPath = (id: string): string => `/supportaccess/${id}`

/** The list comes whole, the newest first. */
export const grantsQuery = wholeListQuery<Grant>({
  subject,
  list: (signal) => call(listSupportGrants, { signal }),
  wordsOf: ({ reason, provider, roleName }) => [reason, provider, roleName],
})

export const grantQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'details', id],
    queryFn: ({ signal }) => call(readSupportGrant, { params: { id }, signal }),
  })

/** Roles that may be lent; the service says which of them have too many rights. */
export const lentRolesQuery = queryOptions({
  queryKey: [subject, 'roles'],
  queryFn: ({ signal }) => call(listSiteRoles, { signal }),
})

/** Whether the sign-in page leads to the sign-in of the provider. */
export const providerSignInQuery = queryOptions({
  queryKey: [subject, 'provider-sign-in'],
  queryFn: ({ signal }) => call(readSpIdentityProvider, { signal }),
})

export const useAllowSignIn = () =>
  useChange((allowed: boolean) => call(updateSpIdentityProvider, { body: { allowed } }), [subject])

export const useGive = () =>
  useChange(
    (body: z.input<typeof NewSupportGrant>) => call(createSupportGrant, { body }),
    [subject],
  )

export const useAccept = () =>
  useChange(
    ({ id, body }: { readonly id: string; readonly body: Terms }) =>
      call(acceptSupportRequest, { params: { id }, body }),
    [subject],
  )

export const useEnd = () =>
  useChange((id: string) => call(endSupportGrant, { params: { id } }), [subject])
