import {
  createOidcClaim,
  deleteOidcClaim,
  listOidcClaims,
  type OidcClaim,
  readOidcClaim,
  updateOidcClaim,
} from '@signet/contract/applications/oidc-claims'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Claim = z.output<typeof OidcClaim>

const subject = 'oidc-claims'

export const claimPath = (id: string): string => `/applications/oidccustomclaims/${id}`

/** The list comes whole. */
export const claimsPageQuery = wholeListQuery<Claim>({
  subject,
  list: (signal) => call(listOidcClaims, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description, value }) => [name, description, value],
})

/** The attributes that a claim may be filled from. */
export const attributesQuery = queryOptions({
  queryKey: ['user-attributes', 'sources'],
  queryFn: ({ signal }) => call(listUserAttributes, { signal }),
})

export const claims = {
  subject,
  ...callsOf({
    read: readOidcClaim,
    create: createOidcClaim,
    update: updateOidcClaim,
    remove: deleteOidcClaim,
  }),
}
