import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectGroups, insertMemberships, removeMemberships, seesGroup } from '../groups/index.ts'
import { refuseSelf } from './users.policy.ts'
import type { FoundUser, GroupOfUser } from './users.repository.ts'

/** @throws user_edit_restricted: who of a directory's people is in its groups, it says itself */
export const refuseDirectoryLinks = (
  user: FoundUser,
  groups: readonly Pick<GroupOfUser, 'type'>[],
): void => {
  if (user.type !== 'LDAP_AD' || groups.every(({ type }) => type !== 'LDAP_AD')) return
  throw new ApiError('user_edit_restricted', {
    fields: [{ path: 'body.groups', message: 'is not changed here' }],
  })
}

const linksOf = (user: FoundUser, groups: readonly GroupOfUser[]) =>
  groups.map(({ id }) => ({ userId: user.id, groupId: id }))

const namesOf = (groups: readonly GroupOfUser[]) => ({ groups: groups.map(({ name }) => name) })

/**
 * Puts a user, whose row the caller holds, into these groups and out of all others that the actor
 * knows of; null when that changes nothing.
 * @throws group_not_found, user_edit_restricted
 */
export const regroup = async (ctx: Context, user: FoundUser, ids: readonly string[]) => {
  const wanted = await expectGroups(ctx, ids)
  const present = new Set(user.groups.map(({ id }) => id))
  const chosen = new Set(ids)
  const added = wanted.filter(({ id }) => !present.has(id))
  const left = user.groups.filter(({ id }) => seesGroup(ctx, id) && !chosen.has(id))
  if (added.length + left.length === 0) return null
  refuseSelf(ctx, user.id)
  refuseDirectoryLinks(user, [...added, ...left])
  await insertMemberships(ctx, linksOf(user, added))
  await removeMemberships(ctx, linksOf(user, left))
  const gone = new Set(left.map(({ id }) => id))
  const groups = [
    ...user.groups.filter(({ id }) => !gone.has(id)),
    ...added.map(({ id, name, type }) => ({ id, name, type })),
  ].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return { groups, before: namesOf(user.groups), after: namesOf(groups) }
}
