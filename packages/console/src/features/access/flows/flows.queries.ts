import { listAcrs } from '@signet/contract/access/acrs'
import {
  type AuthenticationFlow,
  type AuthenticationFlowChange,
  createAuthenticationFlow,
  deleteAuthenticationFlow,
  listAuthenticationFlows,
  readAuthenticationFlow,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Flow = z.output<typeof AuthenticationFlow>
export type Wanted = z.input<typeof AuthenticationFlowChange>

export const flowsPath = '/authenticationflow'
export const flowPath = (id: string): string => `${flowsPath}/edit/${id}`

export const clonePath = (id: string): string => `${flowsPath}/clone/${id}`

const subject = 'authentication-flows'

/** The list comes whole, those of the service first: it is searched and paged here. */
export const flowsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.trim().toLocaleLowerCase()
    const all = await call(listAuthenticationFlows, { signal })
    const found = all.filter(({ name, description }) =>
      `${name} ${description ?? ''}`.toLocaleLowerCase().includes(sought),
    )
    return wholeListPage(found, request, ({ id }) => String(all.findIndex((one) => one.id === id)))
  },
})

/** Flows to begin with. */
export const allFlowsQuery = queryOptions({
  queryKey: [subject, 'page', 'all'],
  queryFn: ({ signal }) => call(listAuthenticationFlows, { signal }),
})

/** What flows may reach. */
export const reachableQuery = queryOptions({
  queryKey: ['acrs', 'all'],
  queryFn: ({ signal }) => call(listAcrs, { signal }),
})

export const readOne = (id: string, signal?: AbortSignal) =>
  callWithEtag(readAuthenticationFlow, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const flowQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

interface Save {
  readonly id: string
  readonly body: Wanted
  readonly etag: string | null
}

/** Changes of the flows; what was read of them and of what they reach is stale after each. */
export const useFlowChanges = () => {
  const client = useQueryClient()
  const changed = async (): Promise<void> => {
    const keys = [[subject, 'page'], [subject, 'one'], ['acrs']]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return {
    create: useMutation({
      mutationFn: (body: Wanted) => call(createAuthenticationFlow, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateAuthenticationFlow, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteAuthenticationFlow, { params: { id } }),
      onSuccess: changed,
    }),
  }
}
