import {
  createGroup,
  deleteGroup,
  deleteGroups,
  emptyGroup,
  type Group,
  type GroupPageRequest,
  GroupType,
  listGroupsPaged,
  readGroup,
  updateGroup,
} from '@signet/contract/identity/groups'
import { addGroupMember, removeGroupMember } from '@signet/contract/identity/user-groups'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { namePage, nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'

export type GroupDetail = z.output<typeof Group>

const subject = 'groups'

export const groupPath = (id: string): string => `/groups/${id}`

/** The list's request as the call takes it. */
export const bodyOf = (request: ListRequest): z.input<typeof GroupPageRequest> => {
  const type = GroupType.safeParse(request.filters.type)
  return { ...namePage(request), ...(type.success ? { type: type.data } : {}) }
}

export const groupsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listGroupsPaged, { body: bodyOf(request), signal }),
})

/** Groups for the palette. */
export const findGroups = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const { results } = await call(listGroupsPaged, { body: nameSought(typed), signal })
  return results.map(({ id, name, description }) => ({
    id,
    label: name,
    ...(description === null ? {} : { detail: description }),
    to: groupPath(id),
  }))
}

/** Ten thousand go with each call. */
const emptyWhole = async (id: string): Promise<void> => {
  const { remaining } = await call(emptyGroup, { params: { id } })
  if (remaining) await emptyWhole(id)
}

const people = [
  ['users', 'members'],
  ['users', 'page'],
]

export const groups = {
  subject,
  also: people,
  ...callsOf({ read: readGroup, create: createGroup, update: updateGroup, remove: deleteGroup }),
}

export const useEmptying = () => useChange(emptyWhole, [subject], ...people)

export const useGroupsDeletion = () =>
  useChange((ids: readonly string[]) => call(deleteGroups, { body: { ids: [...ids] } }), [subject])

export const addTo = (id: string) => (userid: string) =>
  call(addGroupMember, { params: { id, userid } })
export const takeFrom = (id: string) => (userid: string) =>
  call(removeGroupMember, { params: { id, userid } })
