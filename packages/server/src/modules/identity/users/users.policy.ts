import { identifierFault } from '@signet/rules/precis'
import { holds } from '@signet/rules/roles'
import { hasNoSpaces } from '@signet/rules/text'
import { isEditRestricted } from '@signet/rules/users'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { seesGroup } from '../groups/index.ts'
import { rightsOfStanding } from '../roles/index.ts'
import type { StoredUser } from './user-rows.ts'
import type { FoundUser } from './users.repository.ts'

/** A user as the actor may see them, with the groups that the actor knows of. */
export const asSeen = (ctx: Context, user: FoundUser): FoundUser => ({
  ...user,
  groups: user.groups.filter(({ id }) => seesGroup(ctx, id)),
})

export const isSelf = ({ actor }: Context, id: string): boolean =>
  actor.kind === 'user' && actor.id === id

/**
 * Acting on a person takes that person's rights: whoever resets a password could sign in with it.
 * @throws rights_not_held when they hold more than the actor
 */
export const expectAuthorityOver = async (
  ctx: Context,
  user: Pick<FoundUser, 'standing'>,
): Promise<void> => {
  if (ctx.actor.kind === 'system') return
  if (ctx.actor.kind === 'anonymous') throw new ApiError('access_denied')
  const { id: tenantId, isProvider } = ctx.tenant
  const theirs = await rightsOfStanding(ctx.db, { tenantId, isProvider, roles: user.standing })
  if (!holds(ctx.actor, theirs)) throw new ApiError('rights_not_held')
}

/** @throws user_edit_restricted: nobody changes their own standing */
export const refuseSelf = (ctx: Context, id: string): void => {
  if (isSelf(ctx, id)) throw new ApiError('user_edit_restricted')
}

/**
 * A new or changed user ID has no spaces; an existing one may keep them.
 * @throws invalid_parameters
 */
export const expectUserId = (userId: string): void => {
  if (hasNoSpaces(userId)) return
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'body.userId', message: identifierFault }],
  })
}

/** What is ours in users whom a directory or another system owns. */
const ownedHere = new Set([
  'userAttributeValues',
  'userAliases',
  'locale',
  'registrationRequired',
  'emailUndeliverable',
  'verificationRequired',
  'showNotification',
])

/** What people change of themselves without a proof: no identifier, no contact, no standing. */
const ownFields = new Set(['firstName', 'lastName', 'locale'])

/** Those of the fields that this actor may not change of this user. */
const restrictedFields = (
  ctx: Context,
  user: Pick<StoredUser, 'id' | 'type'>,
  fields: readonly string[],
): readonly string[] => {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : ''
  if (!isEditRestricted(user, actorId)) return []
  return fields.filter(
    (field) =>
      (user.type !== 'MGMT_UI' && !ownedHere.has(field)) ||
      (isSelf(ctx, user.id) && !ownFields.has(field)),
  )
}

/** @throws user_edit_restricted naming the fields */
export const refuseRestricted = (
  ctx: Context,
  user: Pick<StoredUser, 'id' | 'type'>,
  fields: readonly string[],
): void => {
  const restricted = restrictedFields(ctx, user, fields)
  if (restricted.length === 0) return
  throw new ApiError('user_edit_restricted', {
    fields: restricted.map((field) => ({ path: `body.${field}`, message: 'is not changed here' })),
  })
}
