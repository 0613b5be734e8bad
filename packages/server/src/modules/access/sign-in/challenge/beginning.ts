import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '../../../../kit/context.ts'
import { type Account, accountQuery } from '../transaction/accounts.repository.ts'
import { evidenceQuery } from '../transaction/evidence.repository.ts'
import { firstFactors, type Rules } from '../transaction/plan.ts'
import { readTogether } from '../transaction/read-together.ts'
import type { Transaction } from '../transaction/record.ts'
import { obstacleOf, readRules, stepsFor } from '../transaction/standing.ts'

/** A sign-in of somebody who is named and has proven nothing yet, by what may come first. */
export interface Beginning {
  readonly transaction: Transaction
  /** A user's id or the key of a stranger: they are asked alike. */
  readonly subject: string
  /** Null unless this very person may sign in by it. */
  readonly account: Account | null
}

const mayBegin = async (
  ctx: Context,
  kind: SignInAuthenticator,
  known: { readonly transaction: Transaction; readonly account: Account; readonly rules: Rules },
): Promise<boolean> => {
  const [first] = stepsFor(known.transaction, known.account, known.rules)
  return first?.allowed.includes(kind) === true && (await obstacleOf(ctx, known)) === null
}

/** Null where something was proven before, or another kind has to come first. */
export const readBeginning = async (
  ctx: Context,
  transaction: Transaction,
  kind: SignInAuthenticator,
): Promise<Beginning | null> => {
  const { id, purpose, userId, stranger, device } = transaction
  const subject = userId ?? stranger
  if (purpose !== 'SIGN_IN' || subject === null) return null
  const rules = await readRules(ctx, transaction)
  if (!firstFactors(purpose, rules).includes(kind)) return null
  const [[account], evidence] = await readTogether(ctx, [
    accountQuery(ctx, { userId, device }),
    evidenceQuery(ctx, id),
  ])
  if (evidence.length > 0) return null
  const known = account === undefined ? null : { transaction, account, rules }
  const may = known !== null && (await mayBegin(ctx, kind, known))
  return { transaction, subject, account: may ? (account ?? null) : null }
}
