import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { holdUser } from '../session/session-limit.repository.ts'
import { accountQuery } from '../transaction/accounts.repository.ts'
import { collect } from '../transaction/collected.ts'
import type { Doors } from '../transaction/doors.ts'
import { evidenceQuery, insertEnding } from '../transaction/evidence.repository.ts'
import { shownIn } from '../transaction/machine.ts'
import { decisionOf, type Transaction } from '../transaction/record.ts'
import { rulesAtRisk, shownBy } from '../transaction/risk.ts'
import { nextMove, readRules, standingEvidence } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'
import { refusalError } from '../transaction/stored-answers.ts'
import { openSession } from './conclude.ts'
import { told } from './told.ts'

interface Going {
  readonly transaction: Transaction
  readonly device: string | null
}

/** Tells what came of it once the transaction is over: a refusal takes back nothing that was done. */
type Tell = () => ReturnType<typeof told> | Awaited<ReturnType<typeof presentState>>

/** After something was done in a sign-in: judges anew, from the rows, what comes next. In a transaction. */
export const moveOn = async (
  ctx: Context,
  doors: Doors,
  { transaction, device }: Going,
): Promise<Tell> => {
  const plain = await readRules(ctx, transaction)
  const { userId } = transaction
  const accounts = await ctx.db.executeQuery(accountQuery(ctx, { userId, device }))
  const stored = await ctx.db.executeQuery(evidenceQuery(ctx, transaction.id))
  const [account] = accounts.rows
  if (account === undefined) throw new ApiError('no_transaction')
  const evidence = standingEvidence(ctx, { account, evidence: stored.rows })
  const unit = collect(ctx)
  const shown = shownIn(transaction)
  const signIn = { transaction, account, rules: plain, device, shown, ...shownBy(evidence) }
  const rules = await rulesAtRisk(ctx, signIn, unit)
  if (rules.flow.outcome === 'DENY' && transaction.purpose === 'SIGN_IN') {
    throw refusalError('access_denied', decisionOf(transaction))
  }
  const move = nextMove(ctx, { transaction, account, rules, evidence })
  if (move.kind !== 'complete') {
    const state = await presentState(ctx, { transaction, account, move })
    return () => state
  }
  const browser = { device, remember: device !== null, trust: false, shown }
  const conclusion = { transaction, account, evidence, ...browser, doors, session: null }
  // Counted after it, sessions are not more when this one is written.
  await ctx.db.executeQuery(holdUser(ctx, account.id))
  const { answer, ending } = await openSession(ctx, unit, conclusion)
  if (ending !== null) {
    unit.add(insertEnding(ctx, { transactionId: transaction.id, userId: account.id }, ending))
  }
  await unit.writeInto(ctx)
  return () => told(answer)
}
