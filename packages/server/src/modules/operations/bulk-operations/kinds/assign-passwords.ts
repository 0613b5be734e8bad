import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { passwordSets } from '../../../authenticators/passwords/index.ts'
import { endSessionsOf } from '../../../tenancy/sessions/index.ts'
import { type BulkWork, failed, type ValueRow } from '../bulk-work.ts'
import { hashedRows } from './hashed-rows.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

const forcesChange = ({ values }: ValueRow): boolean => values.passwordChangeRequired !== 'false'

const write = async (ctx: Context, targets: readonly Target[]): Promise<void> => {
  await passwordSets.replace(
    ctx,
    targets.map(({ row, user }) => ({
      userId: user.id,
      hash: row.hash ?? '',
      forceChange: forcesChange(row),
    })),
  )
  await endSessionsOf(
    ctx,
    targets.map(({ user }) => user.id),
  )
  for (const { row, user } of targets) {
    audit(ctx, 'PASSWORD_SET', {
      subject: { entity: 'USERS', id: user.id, name: user.user_id },
      after: { forceUpdate: forcesChange(row) },
    })
  }
}

/** Puts a password, or its hash, in the place of each user's. */
export const assignPasswords: BulkWork = {
  kind: 'assignpasswords',
  touches: ['users'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  prepare: (ctx, rows, { dryRun }) => hashedRows(ctx, rows, { nameOf: nameOfTarget, dryRun }),
  perform: async (ctx, rows, { dryRun }) => {
    const given = rows.filter(({ hash }) => hash !== undefined)
    const empty = rows.filter(({ hash }) => hash === undefined)
    const asked = { needs: ['USERS', 'EDIT'], onSelf: false } as const
    const { targets, refused } = await findTargets(ctx, given, asked)
    if (!dryRun && targets.length > 0) await write(ctx, targets)
    const fault = { code: 'bulk_value_missing', column: 'password' }
    return [
      ...refused,
      ...empty.map((row) => failed(row, nameOfTarget(row), fault)),
      ...targets.map((target) => verdictOn(target, 'UPDATE')),
    ]
  },
}

/** Demands another password of everyone who has one, and asks them by mail. */
export const resetPasswords: BulkWork = {
  kind: 'resetpasswords',
  touches: ['users'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findTargets(ctx, rows, { needs: ['USERS', 'EDIT'] })
    const owners = await passwordSets.owners(
      ctx,
      targets.map(({ user }) => user.id),
    )
    const changed = targets.filter(({ user }) => owners.has(user.id))
    const without = targets.filter(({ user }) => !owners.has(user.id))
    if (!dryRun && changed.length > 0) {
      const people = changed.map(({ user }) => ({ id: user.id, name: user.user_id }))
      await passwordSets.demandChange(ctx, people)
      await endSessionsOf(ctx, [...owners])
    }
    return [
      ...refused,
      ...changed.map((target) => verdictOn(target, 'UPDATE')),
      ...without.map((target) => verdictOn(target, 'SKIP')),
    ]
  },
}
