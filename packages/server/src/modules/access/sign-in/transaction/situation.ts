import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { type Account, accountQuery } from './accounts.repository.ts'
import { evidenceQuery, hasEnded, type StoredEvidence } from './evidence.repository.ts'
import { shownIn } from './machine.ts'
import type { Rules } from './plan.ts'
import { readTogether } from './read-together.ts'
import { decisionOf, openTransaction, type Transaction } from './record.ts'
import { rulesAtRisk, shownBy } from './risk.ts'
import { type NextMove, nextMove, obstacleOf, readRules, standingEvidence } from './standing.ts'
import { refusalError } from './stored-answers.ts'

export interface Situation {
  readonly transaction: Transaction
  readonly account: Account
  readonly rules: Rules
  readonly evidence: readonly StoredEvidence[]
  readonly move: NextMove
}

/**
 * Where a transaction stands by its evidence, for calls that need something proven before.
 * @throws no_transaction also for one that has ended, or in which nothing was proven
 */
export const readSituation = async (ctx: Context, authToken: string): Promise<Situation> => {
  const transaction = await openTransaction(ctx, authToken)
  const { userId, device } = transaction
  const plain = await readRules(ctx, transaction)
  const [[account], stored] = await readTogether(ctx, [
    accountQuery(ctx, { userId, device }),
    evidenceQuery(ctx, transaction.id),
  ])
  if (account === undefined || hasEnded(stored)) throw new ApiError('no_transaction')
  const evidence = standingEvidence(ctx, { account, evidence: stored })
  const shown = shownIn(transaction)
  const signIn = { transaction, account, rules: plain, device, shown, ...shownBy(evidence) }
  const rules = evidence.length === 0 ? plain : await rulesAtRisk(ctx, signIn, null)
  const obstacle =
    evidence.length === 0 ? null : await obstacleOf(ctx, { transaction, account, rules })
  if (obstacle !== null) throw refusalError(obstacle, decisionOf(transaction))
  const move = nextMove(ctx, { transaction, account, rules, evidence })
  return { transaction, account, rules, evidence, move }
}

/** A reset's account, if its identifier is somebody's, and whether nothing was proven yet. */
export const readReset = async (ctx: Context, authToken: string) => {
  const transaction = await openTransaction(ctx, authToken)
  if (transaction.purpose !== 'RESET') throw new ApiError('no_transaction')
  const { userId, device } = transaction
  const [[account], evidence] = await readTogether(ctx, [
    accountQuery(ctx, { userId, device }),
    evidenceQuery(ctx, transaction.id),
  ])
  const isFresh = evidence.length === 0
  return { transaction, account: account ?? null, isFresh }
}

/** @throws no_transaction when something else is due first */
export const expectAction = (
  { move }: Situation,
  action: 'ENROLL_SECOND_FACTOR' | 'PASSWORD_CHANGE',
): void => {
  if (move.kind !== 'action' || move.actions[0] !== action) throw new ApiError('no_transaction')
}

/** @throws no_transaction when something else is due first, or this may not be enrolled */
export const expectEnrolment = (situation: Situation, kind: 'TOKEN' | 'FIDO'): void => {
  const { move } = situation
  expectAction(situation, 'ENROLL_SECOND_FACTOR')
  if (move.kind !== 'action' || !move.enrols.includes(kind)) throw new ApiError('no_transaction')
}
