import { listRoles } from '@signet/contract/identity/roles'
import { type NewUser, type UserChange, UserState } from '@signet/contract/identity/user'
import { deleteUsers } from '@signet/contract/identity/user-batches'
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

/** The list's request as the call takes it; what the address holds beside that is dropped. */
const bodyOf = ({ search, sort, filters, cursor, limit }: ListRequest): PageRequest => {
  const state = UserState.safeParse(filters.state)
  const role = z.uuid().safeParse(filters.role)
  const sortBy = SortKey.safeParse(sort?.key)
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(sortBy.success ? { sortBy: sortBy.data } : {}),
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, longestSearch) }),
    ...(state.success ? { state: state.data } : {}),
    ...(role.success ? { roleId: role.data } : {}),
    ...(filters.locked === undefined ? {} : { locked: filters.locked === 'yes' }),
    ...(cursor === null ? {} : { cursor }),
  }
}

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

/** How many of the users a deed on many was refused for. */
export interface BulkResult {
  readonly done: number
  readonly failed: number
}

const lockEach = async (ids: readonly string[]): Promise<BulkResult> => {
  let failed = 0
  for (const id of ids) {
    // One after another: the calls draw from one budget.
    await call(changeUserState, { params: { id }, body: { locked: true } }).catch(() => {
      failed += 1
    })
  }
  return { done: ids.length - failed, failed }
}

const deleteAll = async (ids: readonly string[]): Promise<BulkResult> => {
  const { results } = await call(deleteUsers, { body: { ids: [...ids] } })
  const failed = results.filter(({ outcome }) => outcome === 'FAILURE').length
  return { done: results.length - failed, failed }
}

/** Deeds on the selected users. */
export const useBulkChanges = () => {
  const { changed } = useKept()
  return {
    lock: useMutation({ mutationFn: lockEach, onSuccess: changed }),
    remove: useMutation({ mutationFn: deleteAll, onSuccess: changed }),
  }
}
