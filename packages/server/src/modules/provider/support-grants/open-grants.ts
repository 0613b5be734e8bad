import { mostOpenSupport, supportRequestMillis } from '@signet/rules/support'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { updateRow } from '../../../platform/db/row-sets.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { countOpen, type StoredGrant } from './grants.repository.ts'

/** Lets one more be open until the transaction ends. @throws limit_reached */
export const expectRoom = async (ctx: Context): Promise<void> => {
  await lockLimit(ctx, 'support_grants')
  const since = new Date(ctx.platform.clock.now().getTime() - supportRequestMillis)
  if ((await countOpen(ctx, since)) < mostOpenSupport) return
  throw new ApiError('limit_reached', { parameters: { most: mostOpenSupport } })
}

/** Ends a grant whose row is held, with the sessions under it. */
export const endHeld = async (
  ctx: Context,
  { id }: StoredGrant,
  by: 'TENANT' | 'PROVIDER',
): Promise<StoredGrant> => {
  const ended = await updateRow(ctx, 'support_grants', {
    id,
    ended_at: ctx.platform.clock.now(),
    ended_by: by,
  })
  await endSessionsOf(ctx, id, { of: 'applications' })
  return ended
}
