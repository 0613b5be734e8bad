import {
  changeGroupPolicyState,
  createGroupPolicy,
  deleteGroupPolicy,
  type GroupPolicyChange,
  type GroupPolicy as GroupPolicySchema,
  listGroupPolicies,
  orderGroupPolicies,
  readGroupPolicy,
  updateGroupPolicy,
} from '@signet/contract/settings/grouppolicy'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../kit/list-state.ts'
import { call, callWithEtag } from '../../lib/call.ts'
import { wholeListPage } from '../whole-list.ts'

export type GroupPolicy = z.output<typeof GroupPolicySchema>
export type Wanted = z.input<typeof GroupPolicyChange>

const subject = 'group-policies'

/** Every policy, the first to be asked first. */
export const allPoliciesQuery = queryOptions({
  queryKey: [subject, 'all'],
  queryFn: ({ signal }) => call(listGroupPolicies, { signal }),
})

/** The list comes whole: it is searched and paged here, and stays in the order of the policies. */
export const groupPoliciesQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.toLocaleLowerCase()
    const found = (await call(listGroupPolicies, { signal })).filter(({ name }) =>
      name.toLocaleLowerCase().includes(sought),
    )
    return wholeListPage(found, request, ({ priority }) => String(priority))
  },
})

export const readOne = (id: string, signal?: AbortSignal) =>
  callWithEtag(readGroupPolicy, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const groupPolicyQuery = (id: string) => ({
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

interface Switch {
  readonly id: string
  readonly state: GroupPolicy['state']
}

/** Changes of the policies; what was read of them and of the guess budget is stale after each. */
export const useGroupPolicyChanges = () => {
  const client = useQueryClient()
  const stale = async (...keys: readonly string[]): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['settings', 'guessbudget', 'meter'] })
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [subject, key] })))
  }
  const listed = (): Promise<void> => stale('all', 'page')
  const changed = (): Promise<void> => stale('all', 'page', 'one')
  return {
    create: useMutation({
      mutationFn: (body: Wanted) => call(createGroupPolicy, { body }),
      onSuccess: listed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateGroupPolicy, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    turn: useMutation({
      mutationFn: ({ id, state }: Switch) =>
        call(changeGroupPolicyState, { params: { id }, body: { state } }),
      onSuccess: changed,
    }),
    order: useMutation({
      mutationFn: (ids: readonly string[]) => call(orderGroupPolicies, { body: { ids: [...ids] } }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteGroupPolicy, { params: { id } }),
      onSuccess: listed,
    }),
  }
}
