import type { NewBulkOperation } from '@signet/contract/operations/bulk-operations'
import type { BulkKindName } from '@signet/rules/bulk'
import type { z } from 'zod'
import type { Selection } from '../../../kit/list-types.ts'
import { filterOf } from './users.queries.ts'

/** What can be done to many users at once and taken back. */
export const bulkDeeds = ['lock', 'unlock', 'activate', 'deactivate', 'join', 'leave'] as const
export type BulkDeed = (typeof bulkDeeds)[number]

/** What can be done with the calls for one user as well. */
export const stateDeeds = ['lock', 'unlock', 'activate', 'deactivate'] as const
export type StateDeed = (typeof stateDeeds)[number]

export const isAboutGroup = (deed: BulkDeed): deed is 'join' | 'leave' =>
  deed === 'join' || deed === 'leave'

const stateOf = {
  lock: 'LOCKED',
  unlock: 'UNLOCKED',
  activate: 'ACTIVE',
  deactivate: 'INACTIVE',
} as const

/** Whom the server takes: the rows that were ticked, or all that the list matches by then. */
export const takenBy = (
  selection: Selection,
): Pick<z.input<typeof NewBulkOperation>, 'userIds' | 'users'> =>
  selection.kind === 'ids'
    ? { userIds: [...selection.ids] }
    : { users: filterOf(selection.request) }

export const countOf = (selection: Selection): number =>
  selection.kind === 'ids' ? selection.ids.length : selection.total

interface Work {
  readonly kind: BulkKindName
  readonly values: Record<string, string>
}

/** The operation that does it. */
export const workOf = (deed: BulkDeed, groupId: string): Work =>
  isAboutGroup(deed)
    ? {
        kind: 'setgroupmembership',
        values: { group: groupId, member: deed === 'join' ? 'true' : 'false' },
      }
    : { kind: 'setuserstate', values: { state: stateOf[deed] } }
