import { listRoles } from '@signet/contract/identity/roles'
import { type NewUser, type UserChange, UserState } from '@signet/contract/identity/user'
import { listUsers, type UserPageRequest } from '@signet/contract/identity/user-lists'
import {
  changeUserState,
  createUser,
  deleteUser,
  readUser,
  unlockUser,
  updateUser,
} from '@signet/contract/identity/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { type UserDetail, userPath } from './user-types.ts'

type PageRequest = z.input<typeof UserPageRequest>
type StateChange = z.input<(typeof changeUserState)['body']>

const subject = 'users'
const longestSearch = 100

const SortKey = z.enum(['name', 'userId', 'created'])

type Filter = Omit<PageRequest, 'limit' | 'cursor' | 'sortBy' | 'descending'>

/** Whom the list's request matches; what the address holds beside that is dropped. */
export const filterOf = ({ search, filters }: ListRequest): Filter => {
  const state = UserState.safeParse(filters.state)
  const role = z.uuid().safeParse(filters.role)
  const group = z.uuid().safeParse(filters.group)
  const organization = z.uuid().safeParse(filters.organization)
  const oauthRole = z.uuid().safeParse(filters.oauthRole)
  return {
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, longestSearch) }),
    ...(state.success ? { state: state.data } : {}),
    ...(role.success ? { roleId: role.data } : {}),
    ...(group.success ? { groupId: group.data } : {}),
    ...(organization.success ? { organizationId: organization.data } : {}),
    ...(oauthRole.success ? { oauthRoleId: oauthRole.data } : {}),
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

const mostFound = 8

/** Users for the palette. */
export const findUsers = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const search = typed.slice(0, longestSearch)
  const { results } = await call(listUsers, { body: { search, limit: mostFound }, signal })
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

const keyOf = (id: string) => [subject, 'one', id]

export const readUserWithEtag = (id: string, signal?: AbortSignal): Promise<Tagged<UserDetail>> =>
  callWithEtag(readUser, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readUserWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: z.input<typeof UserChange>
  readonly etag: string | null
}

/** What is read anew after a change to users. */
const useKept = () => {
  const client = useQueryClient()
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [subject, 'page'] })
  return {
    changed,
    keep: (id: string, read: Tagged<UserDetail>): void => {
      client.setQueryData(keyOf(id), read)
      void client.invalidateQueries({ queryKey: [subject, 'part', id] })
      void changed()
    },
    forget: (id: string): Promise<void> => {
      client.removeQueries({ queryKey: keyOf(id) })
      return changed()
    },
  }
}

/** Changes to one user; each makes what was read before stale. */
export const useUserChanges = () => {
  const { changed, keep, forget } = useKept()
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewUser>) => call(createUser, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateUser, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: (read, { id }) => keep(id, read),
    }),
    changeState: useMutation({
      mutationFn: ({ id, body }: { id: string; body: StateChange }) =>
        callWithEtag(changeUserState, { params: { id }, body }),
      onSuccess: (read, { id }) => keep(id, read),
    }),
    unlock: useMutation({
      mutationFn: (id: string) => callWithEtag(unlockUser, { params: { id } }),
      onSuccess: (read, id) => keep(id, read),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteUser, { params: { id } }),
      onSuccess: (_, id) => forget(id),
    }),
  }
}
