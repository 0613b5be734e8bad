import { audit } from '../../../../kit/audit.ts'
import type { PendingEvent } from '../../../../kit/audit-entry.ts'
import { type Context, mayDo } from '../../../../kit/context.ts'
import {
  lendingActor,
  type PrincipalActor,
  readLender,
} from '../../../identity/principals/index.ts'
import { kindOf, subjectOf } from '../bulk-operations.present.ts'
import { type StoredOperation, updateOperation } from '../bulk-operations.repository.ts'

export type PauseReason =
  | 'ERROR'
  | 'LENDER_GONE'
  | 'LENDER_LOCKED'
  | 'ROLES_CHANGED'
  | 'GRANT_EXPIRED'

type LentRights = { readonly reason: PauseReason } | { readonly actor: PrincipalActor }

/** Whose rights were lent, or why they do not hold any more: these include its entity's ADD. */
export const lentRights = async (ctx: Context, operation: StoredOperation): Promise<LentRights> => {
  const lender = await readLender(ctx, operation.owner_id)
  const now = ctx.platform.clock.now()
  if (lender === null) return { reason: 'LENDER_GONE' }
  if (!lender.isUsable) return { reason: 'LENDER_LOCKED' }
  if (lender.standing !== operation.grant_standing) return { reason: 'ROLES_CHANGED' }
  if (operation.grant_until === null || operation.grant_until <= now) {
    return { reason: 'GRANT_EXPIRED' }
  }
  const actor = lendingActor(ctx, lender, operation.id)
  const mayAdd = mayDo({ ...ctx, actor }, [kindOf(operation).entity, 'ADD'])
  return mayAdd ? { actor } : { reason: 'ROLES_CHANGED' }
}

/** The open transaction as its lender's; their events become the transaction's with `hand`. */
export const onBehalf = (outer: Context, actor: PrincipalActor) => {
  const events: PendingEvent[] = []
  const ctx: Context = { ...outer, actor, events, transaction: (nested) => nested(ctx) }
  const { kind, id, name } = actor
  return {
    ctx,
    hand: ({ events: all }: Context): void => {
      for (const event of events) all?.push({ actor: { kind, id, name }, ...event })
    },
  }
}

export const pause = async (
  ctx: Context,
  operation: StoredOperation,
  reason: PauseReason,
): Promise<void> => {
  const paused_at = ctx.platform.clock.now()
  await updateOperation(ctx, operation.id, { state: 'PAUSED', reason, paused_at })
  audit(ctx, 'BULK_OPERATION_PAUSED', {
    subject: subjectOf(operation),
    outcome: 'FAILURE',
    attributes: { reason },
  })
}
