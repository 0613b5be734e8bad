import type { changeUserState } from '@signet/contract/identity/users'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import { refuseSelf } from './users.policy.ts'
import { type FoundUser, subjectOf, type UserColumns, updateUsers } from './users.repository.ts'
import { readForChange } from './users.service.ts'
import type { UserSlots } from './users.slots.ts'

interface Step {
  readonly id: string
  readonly action: string
  readonly columns: UserColumns
}

const shown = ({ state, locked, lock_reason, type, directory_type }: FoundUser) => ({
  state,
  locked,
  lockReason: lock_reason,
  type,
  directoryType: directory_type,
})

const write = async (
  ctx: Context,
  user: FoundUser,
  { action, columns }: Omit<Step, 'id'>,
): Promise<FoundUser> => {
  const [after = user] = await updateUsers(ctx, [{ user, columns }])
  audit(ctx, action, {
    subject: subjectOf(user),
    before: shown(user),
    after: shown(after),
  })
  return after
}

/** @throws user_edit_restricted, rights_not_held, last_super_administrator, precondition_failed */
export const changeState = (
  ctx: Context,
  id: string,
  { state, locked, lockReason }: BodyOf<typeof changeUserState>,
): Promise<FoundUser> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    const isEnding = locked === true || state === 'INACTIVE'
    if (isEnding) {
      await keepSuperAdministrator(ctx, id)
      await endSessionsOf(ctx, id)
    }
    const columns: UserColumns = {
      ...(state === undefined ? {} : { state }),
      ...(locked === undefined ? {} : { locked, lock_reason: lockReason ?? null }),
    }
    return write(ctx, user, { action: 'USER_STATE_CHANGED', columns })
  })

/** Takes the lock away, and all wrong answers. @throws user_edit_restricted, rights_not_held */
export const unlock = (ctx: Context, slots: UserSlots, id: string): Promise<FoundUser> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    await slots.lockouts.clear(ctx, id)
    const columns = { locked: false, lock_reason: null }
    return write(ctx, user, { action: 'USER_UNLOCKED', columns })
  })

/** Hands a user over to a directory. @throws user_edit_restricted, rights_not_held */
export const sync = (ctx: Context, id: string, directoryType: string): Promise<FoundUser> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    const columns = { type: 'LDAP_AD', directory_type: directoryType } as const
    return write(ctx, user, { action: 'USER_SYNCED', columns })
  })

/** Takes a user back from their directory. @throws user_edit_restricted, rights_not_held */
export const unsync = (ctx: Context, id: string): Promise<FoundUser> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    const columns = { type: 'MGMT_UI', directory_type: null } as const
    return write(ctx, user, { action: 'USER_UNSYNCED', columns })
  })
