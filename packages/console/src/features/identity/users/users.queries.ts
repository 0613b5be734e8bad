import { listRoles } from '@signet/contract/identity/roles'
import { UserState } from '@signet/contract/identity/user'
import { listUsers, type UserPageRequest } from '@signet/contract/identity/user-lists'
import {
  changeUserState,
  createUser,
  deleteUser,
  readUser,
  unlockUser,
  updateUser,
} from '@signet/contract/identity/users'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { callsOf, useSaved } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { userPath } from './user-types.ts'

type PageRequest = z.input<typeof UserPageRequest>

const subject = 'users'
const longestSearch = 100

const SortKey = z.enum(['name', 'userId', 'created'])

const Invitation = z.enum(['PENDING', 'EXPIRED'])

type Filter = Omit<PageRequest, 'limit' | 'cursor' | 'sortBy' | 'descending'>

/** Whom the list's request matches; what the address holds beside that is dropped. */
export const filterOf = ({ search, filters }: ListRequest): Filter => {
  const state = UserState.safeParse(filters.state)
  const role = z.uuid().safeParse(filters.role)
  const group = z.uuid().safeParse(filters.group)
  const organization = z.uuid().safeParse(filters.organization)
  const oauthRole = z.uuid().safeParse(filters.oauthRole)
  const invitation = Invitation.safeParse(filters.invitation)
  return {
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, longestSearch) }),
    ...(state.success ? { state: state.data } : {}),
    ...(role.success ? { roleId: role.data } : {}),
    ...(group.success ? { groupId: group.data } : {}),
    ...(organization.success ? { organizationId: organization.data } : {}),
    ...(oauthRole.success ? { oauthRoleId: oauthRole.data } : {}),
    ...(invitation.success ? { invitation: invitation.data } : {}),
    ...(filters.locked === undefined ? {} : { locked: filters.locked === 'yes' }),
  }
}

/** The list's request but for its page. */
export const listedBy = (request: ListRequest): Omit<PageRequest, 'limit' | 'cursor'> => {
  const { sort } = request
  const sortBy = SortKey.safeParse(sort?.key)
  return {
    ...filterOf(request),
    descending: sort?.isDescending ?? false,
    ...(sortBy.success ? { sortBy: sortBy.data } : {}),
  }
}

const bodyOf = (request: ListRequest): PageRequest => ({
  ...listedBy(request),
  limit: request.limit,
  ...(request.cursor === null ? {} : { cursor: request.cursor }),
})

export const usersQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listUsers, { body: bodyOf(request), signal }),
})

/** Users for the palette. */
export const findUsers = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const { results } = await call(listUsers, { body: nameSought(typed), signal })
  return results.map(({ id, displayName, userId }) => ({
    id,
    label: displayName,
    detail: userId,
    to: userPath(id),
  }))
}

/** Every role of the tenant: to filter by, and to give. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
})

export const users = {
  subject,
  ...callsOf({ read: readUser, create: createUser, update: updateUser, remove: deleteUser }),
}

interface StateChange {
  readonly id: string
  readonly body: z.input<(typeof changeUserState)['body']>
}

export const useStateChange = () =>
  useSaved(users, ({ id, body }: StateChange) =>
    callWithEtag(changeUserState, { params: { id }, body }),
  )

export const useUnlocking = () =>
  useSaved(users, ({ id }: { readonly id: string }) => callWithEtag(unlockUser, { params: { id } }))
