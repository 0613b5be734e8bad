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
import { namePage, nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'

export type OrganizationDetail = z.output<typeof Organization>

const subject = 'organizations'

export const organizationPath = (id: string): string => `/organizations/${id}`

export const organizationsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listOrganizationsPaged, { body: namePage(request), signal }),
})

/** Organizations for the palette. */
export const findOrganizations = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const { results } = await call(listOrganizationsPaged, { body: nameSought(typed), signal })
  return results.map(({ id, name }) => ({ id, label: name, to: organizationPath(id) }))
}

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
