import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectGroups } from '../groups/index.ts'
import { regroup } from './user-groups.service.ts'
import { asSeen } from './users.policy.ts'
import { type FoundUser, updateUserColumns } from './users.repository.ts'
import { readForChange } from './users.service.ts'

const subjectOf = ({ id, user_id: name }: FoundUser) => ({ entity: 'USERS', id, name })

/**
 * @throws user_not_found, group_not_found, user_edit_restricted, rights_not_held,
 * precondition_failed
 */
export const setGroups = (ctx: Context, userId: string, ids: readonly string[]) =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const moved = await regroup(ctx, user, ids)
    if (moved === null) return versioned([...asSeen(ctx, user).groups], user.version)
    const written = await updateUserColumns(ctx, userId, {})
    const { before, after, groups } = moved
    audit(ctx, 'USER_GROUPS_CHANGED', { subject: subjectOf(user), before, after })
    return versioned([...asSeen(ctx, { ...user, groups }).groups], written?.version ?? user.version)
  })

interface Link {
  readonly groupId: string
  readonly userId: string
  readonly action: 'GROUP_MEMBER_ADDED' | 'GROUP_MEMBER_REMOVED'
}

/** One membership, by way of the user's row alone: the group's is not touched. */
const changeOne = (ctx: Context, { groupId, userId, action }: Link): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const [group] = await expectGroups(ctx, [groupId])
    const others = asSeen(ctx, user).groups.filter(({ id }) => id !== groupId)
    const kept = others.map(({ id }) => id)
    const moved = await regroup(
      ctx,
      user,
      action === 'GROUP_MEMBER_ADDED' ? [...kept, groupId] : kept,
    )
    if (moved === null || group === undefined) return undefined
    await updateUserColumns(ctx, userId, {})
    audit(ctx, action, {
      subject: subjectOf(user),
      attributes: { groupId, group: group.name },
    })
    return undefined
  })

/** @throws user_not_found, group_not_found, user_edit_restricted, rights_not_held */
export const addMember = (ctx: Context, groupId: string, userId: string) =>
  changeOne(ctx, { groupId, userId, action: 'GROUP_MEMBER_ADDED' })

/** @throws user_not_found, group_not_found when the user is not in it, user_edit_restricted, rights_not_held */
export const removeMember = (ctx: Context, groupId: string, userId: string) =>
  changeOne(ctx, { groupId, userId, action: 'GROUP_MEMBER_REMOVED' })
