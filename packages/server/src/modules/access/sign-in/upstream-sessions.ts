import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { StoredEvidence } from './evidence.repository.ts'

/** A session that an account elsewhere began: signing out of the one may end the other. */
export const keepUpstreams = (
  { db, tenant, platform }: Context,
  evidence: readonly StoredEvidence[],
  sessionId: string,
) => {
  const proofs = evidence
    .filter(({ authenticator, step }) => authenticator === 'IDP' && step === 1)
    .flatMap(({ authenticator_id: id }) => (id === null ? [] : [id]))
  return proofs.map((id) =>
    sql`insert into upstream_sessions (tenant_id, session_id, provider_id, subject, session_index,
        sealed_ticket, signed_in_at)
      select p.tenant_id, ${sessionId}::uuid, p.provider_id, p.subject, p.session_index,
        p.sealed_ticket, ${platform.clock.now()}::timestamptz
      from upstream_proofs p
      where p.tenant_id = ${tenant.id}::uuid and p.id = ${id}::uuid and p.subject is not null
        and p.sealed_ticket is not null
      on conflict (tenant_id, session_id, provider_id) do nothing`.compile(db),
  )
}
