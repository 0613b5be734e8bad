import {
  type ListedToken,
  listAssignedTokens,
  listUnassignedTokens,
} from '@signet/contract/authenticators/hardware-tokens'
import { readToken, TokenAlgorithm, TokenState } from '@signet/contract/authenticators/tokens'
import { readUser } from '@signet/contract/identity/users'
import { oneOf } from '@signet/rules/membership'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { tokenKeys } from '../../../pickers/tokens/token-deeds.ts'

export type TokenRow = z.output<typeof ListedToken>

/** What hardware that people have can be. */
export const assignedStates = TokenState.extract(['NEW', 'ACTIVE', 'INACTIVE']).options
export const algorithms = TokenAlgorithm.options
const isAssignedState = oneOf(assignedStates)
const isAlgorithm = oneOf(algorithms)
const longestSearch = 100

/** The list's request but for its page. */
export const unassignedBy = ({ search, sort, filters }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  const { algorithm } = filters
  return {
    type: 'OATH_PHYSICAL_TOKEN' as const,
    descending: sort?.isDescending ?? false,
    ...(typed === '' ? {} : { search: typed }),
    ...(isAlgorithm(algorithm) ? { algorithmType: algorithm } : {}),
  }
}

export const assignedBy = (request: ListRequest) => {
  const { state } = request.filters
  return { ...unassignedBy(request), ...(isAssignedState(state) ? { state } : {}) }
}

const pageOf = ({ cursor, limit }: ListRequest) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
})

export const assignedQuery = (request: ListRequest) => ({
  queryKey: [...tokenKeys.pages, 'assigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAssignedTokens, { body: { ...assignedBy(request), ...pageOf(request) }, signal }),
})

export const unassignedQuery = (request: ListRequest) => ({
  queryKey: [...tokenKeys.pages, 'unassigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listUnassignedTokens, { body: { ...unassignedBy(request), ...pageOf(request) }, signal }),
})

export const readTokenWithEtag = (tokenid: string, signal?: AbortSignal) =>
  callWithEtag(readToken, { params: { tokenid }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const tokenQuery = (id: string) =>
  queryOptions({
    queryKey: tokenKeys.one(id),
    queryFn: ({ signal }) => readTokenWithEtag(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/** Whose token it is; for who may see users. */
export const ownerQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'part', id, 'name'],
    queryFn: async ({ signal }) => {
      const { displayName, userId } = await call(readUser, { params: { id }, signal })
      return { displayName, userId }
    },
  })
