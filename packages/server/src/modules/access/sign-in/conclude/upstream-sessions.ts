import { sql } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import type { StoredEvidence } from '../transaction/evidence.repository.ts'
import { unconfirmedChannel } from '../transaction/plan.ts'

/** The account elsewhere has been confirmed by a factor of its user's own. */
const confirming = ({ db, tenant }: Context, proofId: string) =>
  sql`update linked_identities l set confirm_again = false from upstream_proofs p
    where p.tenant_id = ${tenant.id}::uuid and p.id = ${proofId}::uuid
      and l.tenant_id = p.tenant_id and l.provider_id = p.provider_id and l.user_id = p.user_id`.compile(
    db,
  )

/** A session that an account elsewhere began: signing out of the one may end the other. */
export const keepUpstreams = (
  ctx: Context,
  evidence: readonly StoredEvidence[],
  sessionId: string,
) => {
  const { db, tenant, platform } = ctx
  const upstream = evidence.filter(
    ({ authenticator, step }) => authenticator === 'IDP' && step === 1,
  )
  const idsOf = (rows: readonly StoredEvidence[]) =>
    rows.flatMap(({ authenticator_id: id }) => (id === null ? [] : [id]))
  const unconfirmed = upstream.filter(({ channel }) => channel === unconfirmedChannel)
  const kept = idsOf(upstream).map((id) =>
    sql`insert into upstream_sessions (tenant_id, session_id, provider_id, subject, session_index,
        sealed_ticket, signed_in_at)
      select p.tenant_id, ${sessionId}::uuid, p.provider_id, p.subject, p.session_index,
        p.sealed_ticket, ${platform.clock.now()}::timestamptz
      from upstream_proofs p
      where p.tenant_id = ${tenant.id}::uuid and p.id = ${id}::uuid and p.subject is not null
        and p.sealed_ticket is not null
      on conflict (tenant_id, session_id, provider_id) do nothing`.compile(db),
  )
  return [...kept, ...idsOf(unconfirmed).map((id) => confirming(ctx, id))]
}
