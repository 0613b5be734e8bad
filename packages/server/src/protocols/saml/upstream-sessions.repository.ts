import type { Context } from '../../kit/context.ts'

interface Named {
  readonly providerId: string
  readonly subject: string
}

/** Open sessions that began by this account. */
export const findUpstreamSessions = (
  { db, tenant }: Context,
  { providerId, subject }: Named,
): Promise<{ session_id: string; session_index: string | null }[]> =>
  db
    .selectFrom('upstream_sessions as u')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.id', '=', 'u.session_id'),
    )
    .select(['u.session_id', 'u.session_index'])
    .where('u.tenant_id', '=', tenant.id)
    .where('u.provider_id', '=', providerId)
    .where('u.subject', '=', subject)
    .where('s.revoked_at', 'is', null)
    .limit(500)
    .execute()
