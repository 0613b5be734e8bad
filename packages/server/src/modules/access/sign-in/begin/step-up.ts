import type { beginStepUp as contract } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import { audit } from '../../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { deviceOf } from '../../../authenticators/devices/index.ts'
import { sessionTimes, settings } from '../../../settings/families/index.ts'
import { isOpen, proveAgain } from '../../../tenancy/sessions/index.ts'
import { type Concluded, type Conclusion, proofsOf, redirectOf } from '../conclude/conclude.ts'
import { accountQuery } from '../transaction/accounts.repository.ts'
import type { Collected } from '../transaction/collected.ts'
import type { Doors } from '../transaction/doors.ts'
import { provesAgain } from '../transaction/plan.ts'
import { readTogether } from '../transaction/read-together.ts'
import { type BoundSession, newTransaction } from '../transaction/record.ts'
import { nextMove, readRules, standingOf } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'
import { waitingOf } from './query.ts'

type Wanted = z.output<(typeof contract)['body']>

/** What an application's request wants proven. @throws no_transaction when it waits for no step-up */
const requestedBy = async (ctx: Context, doors: Doors, id: string | undefined) => {
  if (id === undefined) return {}
  const request = await waitingOf(ctx, doors, id)
  const asks = await doors[request.interaction.door]?.stepUp?.(ctx, id)
  if (asks === undefined || asks === null) throw new ApiError('no_transaction')
  return { ...request, asks: [...asks] }
}

/** Begins to prove a factor again within the caller's session. @throws no_transaction */
export const beginStepUp = async (
  ctx: Context,
  doors: Doors,
  { machineNonce, interaction }: Wanted,
) => {
  const user = signedInUser(ctx)
  const device = deviceOf(ctx, machineNonce)
  const transaction = newTransaction(ctx, {
    ...(await requestedBy(ctx, doors, interaction)),
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

/** The step of what is proven in a session that is open. */
const afterwards = 3

/**
 * Until when a factor counts as just proven. What an application asks for may be less than what
 * proves oneself again: it moves nothing then.
 */
const stepUpEnd = async (
  ctx: Context,
  {
    transaction,
    account,
    session,
    evidence,
  }: Pick<Conclusion, 'transaction' | 'account' | 'evidence'> & { readonly session: BoundSession },
): Promise<Date | null> => {
  const rules = await readRules(ctx, transaction)
  const counts = provesAgain(standingOf(account, rules))
  const isAgain = evidence.some(({ authenticator }) =>
    counts.some((kind) => kind === authenticator),
  )
  if (transaction.asks !== null && !isAgain) return session.step_up_expires_at
  const { stepUpMillis } = settings.general.lastRead(ctx)
  return new Date(ctx.platform.clock.now().getTime() + stepUpMillis)
}

/** The proof counts for the session that asked for it, and for no other. */
export const concludeStepUp = async (
  ctx: Context,
  unit: Collected,
  { transaction, account, evidence, session, doors }: Conclusion,
): Promise<Concluded | null> => {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId !== transaction.boundTo) return null
  const { sessionId } = actor
  const now = ctx.platform.clock.now()
  if (session === null || !isOpen(session, now)) return null
  const proofs = proofsOf(evidence, afterwards)
  const again = await proveAgain(ctx, session, {
    stepUpExpiresAt: await stepUpEnd(ctx, { transaction, account, session, evidence }),
    lives: sessionTimes.lives(ctx, account),
    proofs,
  })
  unit.add(again.write)
  audit(unit.ctx, 'STEP_UP', {
    subject: { entity: 'USERS', id: account.id, name: account.name },
    attributes: { authenticators: evidence.map(({ authenticator }) => authenticator) },
  })
  const state = await presentState(ctx, { transaction, account, move: { kind: 'complete' } })
  const { amr, acr } = session
  const reached = { id: sessionId, amr, acr: acr ?? 'aal1' }
  const redirect = await redirectOf(ctx, { doors, transaction, account }, reached)
  const steps = evidence.map(({ step, authenticator }) => ({ step, authenticator }))
  return {
    answer: { kind: 'moved', state: { ...state, session: again.session, redirect }, cookie: null },
    ending: { decision: { purpose: 'STEP_UP', steps }, sessionId },
  }
}
