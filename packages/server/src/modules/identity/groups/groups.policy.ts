import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { GroupRow } from '../../../platform/db/schema/identity.ts'
import { groupsInSight } from './sight.ts'

export type StoredGroup = Selectable<GroupRow>

/** @throws rights_not_held for an administrator limited to groups */
export const expectAllGroups = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('rights_not_held')
}

/** @throws group_edit_restricted naming what a directory delivers */
export const refuseDirectoryFields = (group: StoredGroup, fields: readonly string[]): void => {
  if (group.type !== 'LDAP_AD') return
  const owned = fields.filter((field) => field !== 'description')
  if (owned.length === 0) return
  throw new ApiError('group_edit_restricted', {
    fields: owned.map((field) => ({ path: `body.${field}`, message: 'is not changed here' })),
  })
}
