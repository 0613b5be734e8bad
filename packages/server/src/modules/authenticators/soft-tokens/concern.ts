import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keepSuperAdministrator } from '../../identity/roles/index.ts'
import { settings } from '../../settings/families/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { askedFrom } from './asked-from.ts'
import type { KnownDevice } from './devices.repository.ts'
import type { StoredPush } from './pushes.repository.ts'

/** The last super administrator is not locked: nobody could unlock them. */
const mayLock = async (ctx: Context, userId: string): Promise<boolean> => {
  try {
    await keepSuperAdministrator(ctx, userId)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_super_administrator') return false
    throw error
  }
}

const lock = async (ctx: Context, { user_id, user_name: name }: KnownDevice): Promise<void> => {
  await ctx.db
    .updateTable('users')
    .set((eb) => ({ locked: true, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', user_id)
    .execute()
  await endSessionsOf(ctx, user_id)
  audit(ctx, 'USER_STATE_CHANGED', {
    subject: { entity: 'USERS', id: user_id, name },
    actor: { kind: 'user', id: user_id, name },
    attributes: { reason: 'PUSH_CONCERN' },
    before: { locked: false },
    after: { locked: true },
  })
}

/** Somebody else has the person's first factor: told, and where the tenant wants it, locked. */
export const raiseConcern = async (
  ctx: Context,
  device: KnownDevice,
  push: StoredPush,
): Promise<void> => {
  const { lockOnConcern } = await settings.entrustSt(ctx, device.user_id)
  audit(ctx, 'PUSH_CONCERN', {
    subject: { entity: 'USERS', id: device.user_id, name: device.user_name },
    actor: { kind: 'user', id: device.user_id, name: device.user_name },
    attributes: { transaction: push.transaction_id, askedFrom: askedFrom(push) },
    outcome: 'DENIED',
  })
  if (lockOnConcern && (await mayLock(ctx, device.user_id))) await lock(ctx, device)
}
