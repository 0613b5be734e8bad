import type { Context } from '../../../../kit/context.ts'
import { clearBudgets } from '../../../authenticators/attempts/index.ts'
import { userSets } from '../../../identity/users/index.ts'
import { endSessionsOf } from '../../../tenancy/sessions/index.ts'
import { type BulkWork, failed, faultBy, type Verdict } from '../bulk-work.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

const longestReason = 200
const tooLong = { code: 'bulk_value_unfit', column: 'lockReason' }

type UserPatch = Parameters<typeof userSets.patch>[2][number]
type Columns = UserPatch['columns']

const wordOf = ({ row }: Target): string => row.values.state?.toUpperCase() ?? ''
/** What each word writes. */
const columnsOf = (target: Target): Columns => {
  const { lockReason } = target.row.values
  const columns: Readonly<Record<string, Columns>> = {
    ACTIVE: { state: 'ACTIVE' },
    INACTIVE: { state: 'INACTIVE' },
    REGISTERING: { state: 'REGISTERING' },
    LOCKED: { locked: true, lock_reason: lockReason ?? null },
    UNLOCKED: { locked: false, lock_reason: null },
  }
  return columns[wordOf(target)] ?? {}
}

/** What would put the user back. */
const formerOf = (target: Target): Record<string, string> => {
  const { state, locked, lock_reason: lockReason } = target.user
  const word = wordOf(target)
  if (word !== 'LOCKED' && word !== 'UNLOCKED') return { state }
  if (!locked) return { state: 'UNLOCKED' }
  return { state: 'LOCKED', ...(lockReason === null ? {} : { lockReason }) }
}

const updated = (target: Target): Verdict => ({
  ...verdictOn(target, 'UPDATE'),
  before: formerOf(target),
})

const isEnding = (target: Target): boolean => ['INACTIVE', 'LOCKED'].includes(wordOf(target))

const isChange = (target: Target): boolean => {
  const { user } = target
  const word = wordOf(target)
  if (word === 'LOCKED' || word === 'UNLOCKED') return user.locked !== (word === 'LOCKED')
  return user.state !== word
}

const idsOf = (targets: readonly Target[]): string[] => targets.map(({ user }) => user.id)

const write = async (ctx: Context, targets: readonly Target[]): Promise<void> => {
  if (targets.length === 0) return
  const unlocked = targets.filter((target) => wordOf(target) === 'UNLOCKED')
  const others = targets.filter((target) => wordOf(target) !== 'UNLOCKED')
  const patchOf = (target: Target): UserPatch => ({
    user: target.user,
    columns: columnsOf(target),
  })
  await userSets.patch(ctx, 'USER_UNLOCKED', unlocked.map(patchOf))
  await userSets.patch(ctx, 'USER_STATE_CHANGED', others.map(patchOf))
  await clearBudgets(ctx, idsOf(unlocked))
  await endSessionsOf(ctx, idsOf(targets.filter(isEnding)))
}

/** Who may hold a super administrator's role is looked at by themself, as when one is deleted. */
const writeHolder = async (ctx: Context, target: Target, dryRun: boolean): Promise<Verdict> => {
  const fault = await faultBy(() => userSets.keepSuperAdministrator(ctx, target.user.id))
  if (fault !== null) return failed(target.row, target.user.user_id, fault)
  if (!dryRun) await write(ctx, [target])
  return updated(target)
}

export const setUserState: BulkWork = {
  kind: 'setuserstate',
  touches: ['users'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findTargets(ctx, rows, { needs: ['USERS', 'EDIT'] })
    const verdicts: Verdict[] = [...refused]
    const plain: Target[] = []
    for (const target of targets) {
      const { row, user } = target
      const isHolder = target.user.standing !== null && isEnding(target)
      const reasonLength = row.values.lockReason?.length ?? 0
      if (reasonLength > longestReason) verdicts.push(failed(row, user.user_id, tooLong))
      else if (!isChange(target)) verdicts.push(verdictOn(target, 'SKIP'))
      else if (isHolder) verdicts.push(await writeHolder(ctx, target, dryRun))
      else plain.push(target)
    }
    if (!dryRun) await write(ctx, plain)
    return [...verdicts, ...plain.map(updated)]
  },
}
