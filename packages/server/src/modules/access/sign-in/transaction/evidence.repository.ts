import type { CompiledQuery, Selectable } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { statement } from '../../../../kit/statement.ts'
import type { SignInEvidenceRow } from '../../../../platform/db/schema/access.ts'

export type StoredEvidence = Selectable<SignInEvidenceRow>

const find = statement<{ tenant: string; transaction: string }, StoredEvidence>(`
  select tenant_id, transaction_id, step, user_id, authenticator, authenticator_id, class, channel,
    key_thumbprint, device, proven_at, decision, session_id
  from sign_in_evidence where tenant_id = :tenant and transaction_id = :transaction order by step`)

/** Everything proven in a transaction, its end too. */
export const evidenceQuery = (ctx: Context, transaction: string): CompiledQuery<StoredEvidence> =>
  find({ tenant: ctx.tenant.id, transaction })

/** A transaction ends once: nothing that is proven after it counts. */
export const hasEnded = (evidence: readonly StoredEvidence[]): boolean =>
  evidence.some(({ decision }) => decision !== null)

const insert = statement<StoredEvidence>(`
  insert into sign_in_evidence (tenant_id, transaction_id, step, user_id, authenticator,
    authenticator_id, class, channel, key_thumbprint, device, proven_at, decision, session_id)
  values (:tenant_id, :transaction_id, :step, :user_id, :authenticator, :authenticator_id, :class,
    :channel, :key_thumbprint, :device, :proven_at, :decision, :session_id)`)

/** Fails when the step has evidence already: two answers never count for one step. */
export const insertEvidence = (row: StoredEvidence): CompiledQuery => insert(row)

export interface Ending {
  readonly decision: Readonly<Record<string, unknown>>
  readonly sessionId: string | null
}

/** The row of someone's proof, or with step 0 of what ended a sign-in without one. */
export const evidenceRow = (
  ctx: Context,
  { transactionId, userId, ...proof }: Proven,
): StoredEvidence => ({
  tenant_id: ctx.tenant.id,
  transaction_id: transactionId,
  user_id: userId,
  key_thumbprint: ctx.request.keyThumbprint,
  proven_at: ctx.platform.clock.now(),
  decision: null,
  session_id: null,
  ...proof,
})

type Proven = Pick<
  StoredEvidence,
  'step' | 'authenticator' | 'authenticator_id' | 'class' | 'channel' | 'device'
> & { readonly transactionId: string; readonly userId: string }

const nothingProven = {
  step: 0,
  authenticator: 'NONE',
  authenticator_id: null,
  class: 'NONE',
  channel: 'NONE',
  device: null,
} as const

/** Ends a transaction in which something was done last; fails when it has ended already. */
export const insertEnding = (
  ctx: Context,
  whose: { readonly transactionId: string; readonly userId: string },
  { decision, sessionId }: Ending,
): CompiledQuery =>
  insert({
    ...evidenceRow(ctx, { ...nothingProven, ...whose }),
    decision,
    session_id: sessionId,
  })
