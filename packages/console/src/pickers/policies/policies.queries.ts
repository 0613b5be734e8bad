import {
  changeGroupPolicyState,
  createGroupPolicy,
  deleteGroupPolicy,
  type GroupPolicy as GroupPolicySchema,
  listGroupPolicies,
  orderGroupPolicies,
  readGroupPolicy,
  updateGroupPolicy,
} from '@signet/contract/settings/grouppolicy'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../kit/entity.ts'
import { call } from '../../lib/call.ts'
import { wholeListQuery } from '../whole-list.ts'

export type GroupPolicy = z.output<typeof GroupPolicySchema>

const subject = 'group-policies'

/** Every policy, the first to be asked first. */
export const allPoliciesQuery = queryOptions({
  queryKey: [subject, 'all'],
  queryFn: ({ signal }) => call(listGroupPolicies, { signal }),
})

/** The list comes whole, and stays in the order of the policies. */
export const groupPoliciesQuery = wholeListQuery<GroupPolicy>({
  subject,
  list: (signal) => call(listGroupPolicies, { signal }),
  nameOf: ({ priority }) => String(priority),
  wordsOf: ({ name }) => [name],
})

/** A policy counts for the guess budget too. */
const meter = ['settings', 'guessbudget', 'meter']

export const policies = {
  subject,
  also: [meter],
  ...callsOf({
    read: readGroupPolicy,
    create: createGroupPolicy,
    update: updateGroupPolicy,
    remove: deleteGroupPolicy,
  }),
}

interface Switch {
  readonly id: string
  readonly state: GroupPolicy['state']
}

export const usePolicySwitch = () =>
  useChange(
    ({ id, state }: Switch) => call(changeGroupPolicyState, { params: { id }, body: { state } }),
    [subject],
    meter,
  )

export const usePolicyOrder = () =>
  useChange(
    (ids: readonly string[]) => call(orderGroupPolicies, { body: { ids: [...ids] } }),
    [subject],
    meter,
  )
