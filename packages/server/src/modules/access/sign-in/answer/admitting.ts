import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { admit } from '../conclude/conclude.ts'
import type { Collected } from '../transaction/collected.ts'
import type { Transaction } from '../transaction/record.ts'
import { nextMove } from '../transaction/standing.ts'
import { type StoredAnswer, unlessRefused } from '../transaction/stored-answers.ts'
import { answerOnce, type Proven } from './answering.ts'
import { proveStep, writeProof } from './proofs.ts'

interface Answer {
  readonly transaction: Transaction
  readonly authenticator: SignInAuthenticator
  readonly response: string
  /** What the door has to say of itself in the event. */
  readonly attributes: Readonly<Record<string, unknown>>
}

const noteStep = (
  unit: Collected,
  { transaction, authenticator }: Answer,
  proven: Proven,
): void => {
  const person = { id: proven.account.id, name: proven.account.name }
  audit(unit.ctx, 'AUTHENTICATION_STEP', {
    subject: { entity: 'USERS', ...person },
    actor: { kind: 'user', ...person },
    attributes: {
      transaction: transaction.id,
      authenticator,
      application: transaction.applicationName,
    },
  })
}

const decide = (
  ctx: Context,
  unit: Collected,
  { answer, proven }: { readonly answer: Answer; readonly proven: Proven },
): StoredAnswer | null => {
  const { transaction, attributes } = answer
  const step = proveStep(ctx, { transaction, proven })
  if (step === null) return null
  const { account, rules, proof } = proven
  const { evidence, rows } = step
  const move = nextMove(ctx, { transaction, account, rules, evidence })
  const complete = move.kind === 'complete'
  const ending = complete ? admit(unit, { transaction, account, evidence, attributes }) : null
  writeProof(unit, { rows, uses: proof.uses }, ending)
  if (!complete) noteStep(unit, answer, proven)
  return { kind: 'admitted', complete, userId: account.id, userName: account.name }
}

/**
 * Hands one answer to the engine at a door that keeps its own sessions: it is counted, judged and
 * used up as at every other.
 * @throws the engine's refusals
 */
export const answerAndAdmit = async (ctx: Context, answer: Answer) => {
  const { transaction, authenticator, response } = answer
  const stored = await answerOnce(ctx, {
    transaction,
    authenticator,
    given: { authToken: '', response },
    decide: (unit, proven) => Promise.resolve(decide(ctx, unit, { answer, proven })),
  })
  const taken = unlessRefused(stored)
  if (taken.kind !== 'admitted') throw new ApiError('no_transaction')
  return taken
}
