import {
  createOrganization,
  deleteOrganization,
  deleteOrganizations,
  listOrganizationsPaged,
  type Organization,
  readOrganization,
  updateOrganization,
} from '@signet/contract/identity/organizations'
import {
  addOrganizationMember,
  removeOrganizationMember,
} from '@signet/contract/identity/user-organizations'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'

export type OrganizationDetail = z.output<typeof Organization>

const subject = 'organizations'
const longestSearch = 100

export const organizationPath = (id: string): string => `/organizations/${id}`

/** The list's request as the call takes it. */
export const bodyOf = ({ search, sort, cursor, limit }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(typed === '' ? {} : { search: typed }),
    ...(cursor === null ? {} : { cursor }),
  }
}

export const organizationsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listOrganizationsPaged, { body: bodyOf(request), signal }),
})

/** Those right below one. */
export const childrenQuery = (parentId: string) =>
  queryOptions({
    queryKey: [subject, 'below', parentId],
    queryFn: ({ signal }) =>
      call(listOrganizationsPaged, { body: { parentId, limit: 100 }, signal }),
  })

export const organizations = {
  subject,
  ...callsOf({
    read: readOrganization,
    create: createOrganization,
    update: updateOrganization,
    remove: deleteOrganization,
  }),
}

export const useOrganizationsDeletion = () =>
  useChange(
    (ids: readonly string[]) => call(deleteOrganizations, { body: { ids: [...ids] } }),
    [subject],
  )

export const addTo = (orgid: string) => (userid: string) =>
  call(addOrganizationMember, { params: { orgid, userid } })
export const takeFrom = (orgid: string) => (userid: string) =>
  call(removeOrganizationMember, { params: { orgid, userid } })
