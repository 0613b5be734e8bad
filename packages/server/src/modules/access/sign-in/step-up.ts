import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { deviceOf } from '../../authenticators/devices/index.ts'
import { sessionLives, settings } from '../../settings/families/index.ts'
import { isOpen, proveAgain } from '../../tenancy/sessions/index.ts'
import { accountQuery } from './accounts.repository.ts'
import type { Collected } from './collected.ts'
import type { Concluded, Conclusion } from './conclude.ts'
import { readTogether } from './read-together.ts'
import { newTransaction } from './record.ts'
import { nextMove, readRules } from './standing.ts'
import { presentState } from './states.ts'

/** Begins to prove a factor again within the caller's session. */
export const beginStepUp = async (ctx: Context, machineNonce: string | undefined) => {
  const user = signedInUser(ctx)
  const device = deviceOf(ctx, machineNonce)
  const transaction = newTransaction(ctx, {
    purpose: 'STEP_UP',
    userId: user.id,
    device,
    boundTo: user.sessionId,
  })
  const [[account]] = await readTogether(ctx, [accountQuery(ctx, { userId: user.id, device })])
  if (account === undefined) throw new ApiError('invalid_session_token')
  const rules = await readRules(ctx, transaction)
  const move = nextMove(ctx, { transaction, account, rules, evidence: [] })
  return presentState(ctx, { transaction, account, move })
}

/** The proof counts for the session that asked for it, and for no other. */
export const concludeStepUp = async (
  ctx: Context,
  unit: Collected,
  { transaction, account, evidence, session }: Conclusion,
): Promise<Concluded | null> => {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId !== transaction.boundTo) return null
  const { sessionId } = actor
  const now = ctx.platform.clock.now()
  if (session === null || !isOpen(session, now)) return null
  const { stepUpMillis } = settings.general.lastRead(ctx)
  const again = await proveAgain(ctx, session, {
    stepUpExpiresAt: new Date(now.getTime() + stepUpMillis),
    lives: sessionLives(ctx),
  })
  unit.add(again.write)
  audit(unit.ctx, 'STEP_UP', {
    subject: { entity: 'USERS', id: account.id, name: account.name },
    attributes: { authenticators: evidence.map(({ authenticator }) => authenticator) },
  })
  const state = await presentState(ctx, { transaction, account, move: { kind: 'complete' } })
  const steps = evidence.map(({ step, authenticator }) => ({ step, authenticator }))
  return {
    answer: { kind: 'moved', state: { ...state, session: again.session }, cookie: null },
    ending: { decision: { purpose: 'STEP_UP', steps }, sessionId },
  }
}
