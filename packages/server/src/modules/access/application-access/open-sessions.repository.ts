import type { Context } from '../../../kit/context.ts'
import type { OpenSession } from '../sign-in/index.ts'

/** A session that is open, as applications judge it; null for one that has ended. */
export const readOpenSession = async (
  { db, tenant, platform }: Context,
  id: string,
): Promise<OpenSession | null> => {
  const now = platform.clock.now()
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'),
    )
    .select([
      's.id',
      's.device_id',
      's.acr',
      's.proofs',
      'u.id as user_id',
      'u.user_id as user_name',
    ])
    .where('s.tenant_id', '=', tenant.id)
    .where('s.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .where('s.token_expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_id: userId, user_name, device_id: deviceId, ...rest } = row
  return { ...rest, userId, userName: user_name ?? '', deviceId }
}
