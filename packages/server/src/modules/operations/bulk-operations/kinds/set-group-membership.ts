import type { Context } from '../../../../kit/context.ts'
import { groupSets } from '../../../identity/groups/index.ts'
import { userSets } from '../../../identity/users/index.ts'
import { type BulkWork, failed, faultBy, type RowFault, type Verdict } from '../bulk-work.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

type Move = Parameters<typeof userSets.move>[1][number]
type Group = Move['to']

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const groupIdOf = ({ row }: Target): string => row.values.group?.toLowerCase() ?? ''
const joins = ({ row }: Target): boolean => row.values.member?.toLowerCase() === 'true'

/** The groups that the rows name, as far as the actor knows of them. */
const groupsOf = async (
  ctx: Context,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, Group>> => {
  const ids = [...new Set(targets.map(groupIdOf))].filter((id) => uuid.test(id))
  const groups = await groupSets.findForLink(ctx, { ids })
  return new Map(groups.map((group) => [group.id, group]))
}

const isMember = ({ user }: Target, group: Group): boolean =>
  user.groups.some(({ id }) => id === group.id)

const faultFor = (target: Target, group: Group | undefined): Promise<RowFault | null> | RowFault =>
  group === undefined
    ? { code: 'group_not_found', column: 'group' }
    : faultBy(() => userSets.refuseDirectoryLinks(target.user, [group]))

/** Puts users into a group, or takes them out. */
export const setGroupMembership: BulkWork = {
  kind: 'setgroupmembership',
  touches: ['groups'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findTargets(ctx, rows, { needs: ['USERS', 'EDIT'] })
    const groups = await groupsOf(ctx, targets)
    const verdicts: Verdict[] = [...refused]
    const moves: Move[] = []
    for (const target of targets) {
      const { row, user } = target
      const group = groups.get(groupIdOf(target))
      const fault = await faultFor(target, group)
      if (fault !== null || group === undefined) {
        verdicts.push(failed(row, user.user_id, fault ?? { code: 'group_not_found' }))
      } else if (isMember(target, group) === joins(target)) {
        verdicts.push(verdictOn(target, 'SKIP'))
      } else {
        moves.push({ user, to: group, joins: joins(target) })
        const before = { group: group.id, member: String(!joins(target)) }
        verdicts.push({ ...verdictOn(target, 'UPDATE'), before })
      }
    }
    if (!dryRun) await userSets.move(ctx, moves)
    return verdicts
  },
}
