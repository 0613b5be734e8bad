import { userSets } from '../../../identity/users/index.ts'
import type { BulkWork } from '../bulk-work.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

type Flag = 'registration_required' | 'verification_required'

/** Sets one flag of users to what each row says. */
const setFlag = (kind: BulkWork['kind'], flag: Flag): BulkWork => {
  const wanted = ({ row }: Target): boolean => row.values.required === 'true'
  return {
    kind,
    touches: ['users'],
    nameOf: nameOfTarget,
    keysOf: keysOfTarget,
    perform: async (ctx, rows, { dryRun }) => {
      const asked = { needs: ['USERS', 'EDIT'], onSelf: false } as const
      const { targets, refused } = await findTargets(ctx, rows, asked)
      const changed = targets.filter((target) => target.user[flag] !== wanted(target))
      const same = targets.filter((target) => target.user[flag] === wanted(target))
      if (!dryRun) {
        await userSets.patch(
          ctx,
          'USER_UPDATED',
          changed.map((target) => ({ user: target.user, columns: { [flag]: wanted(target) } })),
        )
      }
      return [
        ...refused,
        ...changed.map((target) => ({
          ...verdictOn(target, 'UPDATE'),
          before: { required: String(target.user[flag]) },
        })),
        ...same.map((target) => verdictOn(target, 'SKIP')),
      ]
    },
  }
}

export const setRegistration = setFlag('setregistration', 'registration_required')
export const setVerification = setFlag('setverification', 'verification_required')
