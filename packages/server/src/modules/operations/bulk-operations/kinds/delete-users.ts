import type { Context } from '../../../../kit/context.ts'
import { userSets } from '../../../identity/users/index.ts'
import { type BulkWork, failed, faultBy, type Verdict } from '../bulk-work.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

/**
 * Whoever holds a role goes one by one: the tenant keeps a super administrator, and the last of
 * two in one file is seen only when the first is gone.
 */
const removeHolder = async (ctx: Context, target: Target, dryRun: boolean): Promise<Verdict> => {
  const fault = await faultBy(() => userSets.keepSuperAdministrator(ctx, target.user.id))
  if (fault !== null) return failed(target.row, target.user.user_id, fault)
  if (!dryRun) await userSets.remove(ctx, [target.user])
  return verdictOn(target, 'DELETE')
}

export const deleteUsers: BulkWork = {
  kind: 'deleteusers',
  touches: ['users', 'groups', 'tokens'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findTargets(ctx, rows, { needs: ['USERS', 'REMOVE'] })
    const verdicts: Verdict[] = [...refused]
    const plain = targets.filter(({ user }) => user.standing === null)
    for (const target of targets) {
      if (target.user.standing !== null) verdicts.push(await removeHolder(ctx, target, dryRun))
    }
    if (!dryRun && plain.length > 0) {
      await userSets.remove(
        ctx,
        plain.map(({ user }) => user),
      )
    }
    return [...verdicts, ...plain.map((target) => verdictOn(target, 'DELETE'))]
  },
}
