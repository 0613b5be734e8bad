import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'

interface Wanted {
  readonly userId: string
  readonly clientId: string
  /** Identifier of an API. */
  readonly resource: string
}

/** Whether a person's grant to an application for an API is there, and not ended everywhere. */
export const hasLiveGrantFor = async (
  { db, tenant, platform }: Context,
  { userId, clientId, resource }: Wanted,
): Promise<boolean> => {
  const row = await db
    .selectFrom('oidc_grants as g')
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.id', '=', 'g.session_id'),
    )
    .select('g.id')
    .where('g.tenant_id', '=', tenant.id)
    .where('g.user_id', '=', userId)
    .where('g.client_id', '=', clientId)
    .where('g.expires_at', '>', platform.clock.now())
    .where(sql<boolean>`g.payload -> 'resources' ? ${resource}`)
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('s.revoked_everywhere', '=', false)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
