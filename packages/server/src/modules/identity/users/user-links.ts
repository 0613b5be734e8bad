import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectGroups, groupMembers, groupsInSight, seesGroup } from '../groups/index.ts'
import { expectOrganizations, organizationMembers } from '../organizations/index.ts'
import { refuseSelf } from './users.policy.ts'
import {
  type FoundUser,
  type GroupOfUser,
  type RoleName,
  subjectOf,
  updateUsers,
} from './users.repository.ts'

/** What users are members of. */
export interface LinkKind<L extends RoleName> {
  readonly members: typeof groupMembers
  readonly of: (user: FoundUser) => readonly L[]
  readonly isSeen: (ctx: Context, id: string) => boolean
  /** Those that are about to be linked, kept until the transaction ends. @throws when one is not here */
  readonly expect: (ctx: Context, ids: readonly string[]) => Promise<readonly L[]>
  /** @throws user_edit_restricted, rights_not_held */
  readonly refuse: (ctx: Context, user: FoundUser, changed: readonly L[]) => void
  /** The names of its events and of what they are about. */
  readonly events: {
    readonly changed: string
    readonly added: string
    readonly removed: string
    readonly noun: 'group' | 'organization'
  }
}

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

export const groupLinks: LinkKind<GroupOfUser> = {
  members: groupMembers,
  of: ({ groups }) => groups,
  isSeen: seesGroup,
  expect: async (ctx, ids) =>
    (await expectGroups(ctx, ids)).map(({ id, name, type }) => ({ id, name, type })),
  refuse: (_ctx, user, changed) => refuseDirectoryLinks(user, changed),
  events: {
    changed: 'USER_GROUPS_CHANGED',
    added: 'GROUP_MEMBER_ADDED',
    removed: 'GROUP_MEMBER_REMOVED',
    noun: 'group',
  },
}

export const organizationLinks: LinkKind<RoleName> = {
  members: organizationMembers,
  of: ({ organizations }) => organizations,
  isSeen: () => true,
  expect: async (ctx, ids) =>
    (await expectOrganizations(ctx, ids)).map(({ id, display_name: name }) => ({ id, name })),
  /** An organization is in no group. */
  refuse: (ctx) => {
    if (groupsInSight(ctx) !== 'ALL') throw new ApiError('rights_not_held')
  },
  events: {
    changed: 'USER_ORGANIZATIONS_CHANGED',
    added: 'ORGANIZATION_MEMBER_ADDED',
    removed: 'ORGANIZATION_MEMBER_REMOVED',
    noun: 'organization',
  },
}

const linksOf = ({ id: userId }: FoundUser, owners: readonly RoleName[]) =>
  owners.map(({ id }) => ({ userId, id }))

/**
 * Links a user, whose row the caller holds, to these and to no others that the actor knows of; null
 * when that changes nothing. @throws what `expect` and `refuse` do, user_edit_restricted
 */
export const relink = async <L extends RoleName>(
  ctx: Context,
  {
    user,
    ids,
    kind,
  }: { readonly user: FoundUser; readonly ids: readonly string[]; readonly kind: LinkKind<L> },
) => {
  const wanted = await kind.expect(ctx, ids)
  const before = kind.of(user)
  const isIn = new Set(before.map(({ id }) => id))
  const chosen = new Set(ids)
  const added = wanted.filter(({ id }) => !isIn.has(id))
  const left = before.filter(({ id }) => kind.isSeen(ctx, id) && !chosen.has(id))
  if (added.length + left.length === 0) return null
  refuseSelf(ctx, user.id)
  kind.refuse(ctx, user, [...added, ...left])
  await kind.members.insert(ctx, linksOf(user, added))
  await kind.members.remove(ctx, linksOf(user, left))
  const gone = new Set(left.map(({ id }) => id))
  const after = [...before.filter(({ id }) => !gone.has(id)), ...added]
  return { before, after: after.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) }
}

export interface Move<L extends RoleName> {
  readonly user: FoundUser
  readonly to: L
  /** Into it, or out of it. */
  readonly joins: boolean
}

/** Links many users, whose rows are held, and takes links away: an event for each. */
export const move = async <L extends RoleName>(
  ctx: Context,
  { members, events }: LinkKind<L>,
  moves: readonly Move<L>[],
): Promise<void> => {
  const linksOfAll = (joins: boolean) =>
    moves.flatMap((each) => (each.joins === joins ? linksOf(each.user, [each.to]) : []))
  await members.insert(ctx, linksOfAll(true))
  await members.remove(ctx, linksOfAll(false))
  const users = new Map(moves.map(({ user }) => [user.id, user]))
  await updateUsers(
    ctx,
    [...users.values()].map((user) => ({ user, columns: {} })),
  )
  for (const { user, to, joins } of moves) {
    audit(ctx, joins ? events.added : events.removed, {
      subject: subjectOf(user),
      attributes: { [`${events.noun}Id`]: to.id, [events.noun]: to.name },
    })
  }
}
