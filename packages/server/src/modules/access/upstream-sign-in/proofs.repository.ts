import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Proven } from '../../applications/identity-providers/index.ts'
import type { UpstreamRequest } from './request.ts'

/** Takes an answer's turn; false when the request was answered before. It commits by itself. */
export const takeTurn = async (
  { db, tenant }: Context,
  { id, providerId, transactionId, until }: UpstreamRequest,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: written = 0n } = await db
    .insertInto('upstream_proofs')
    .values({
      tenant_id: tenant.id,
      id,
      provider_id: providerId,
      transaction_id: transactionId,
      user_id: null,
      second_factor: false,
      subject: null,
      session_index: null,
      sealed_ticket: null,
      proven_at: null,
      spent_at: null,
      expires_at: new Date(until),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  return written > 0n
}

interface ProvenUser {
  readonly id: string
  readonly userId: string
  readonly proven: Proven
  /** Sealed: what signing out there takes. */
  readonly ticket: Buffer
}

/** Whom the answer proves, for the sign-in that asked. */
export const noteProof = async (
  { db, tenant, platform }: Context,
  { id, userId, proven, ticket }: ProvenUser,
): Promise<void> => {
  await db
    .updateTable('upstream_proofs')
    .set({
      user_id: sql<string>`${userId}::uuid`,
      second_factor: proven.secondFactor,
      subject: proven.subject,
      session_index: proven.ticket.kind === 'saml' ? proven.ticket.sessionIndex : null,
      sealed_ticket: ticket,
      proven_at: platform.clock.now(),
    })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .execute()
}
