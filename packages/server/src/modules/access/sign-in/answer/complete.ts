import type {
  AuthenticationResponse,
  SignInAuthenticator,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { ownerOfPresented } from '../../../authenticators/user-certificates/index.ts'
import { concludeStepUp } from '../begin/step-up.ts'
import { type Concluded, openSession } from '../conclude/conclude.ts'
import { told } from '../conclude/told.ts'
import { type Account, accountQuery, isKnownByOneKind } from '../transaction/accounts.repository.ts'
import type { Collected } from '../transaction/collected.ts'
import type { Doors } from '../transaction/doors.ts'
import { shownIn, sparedBy, withoutCopies } from '../transaction/machine.ts'
import { firstFactors } from '../transaction/plan.ts'
import { readTogether } from '../transaction/read-together.ts'
import { openTransaction, signsIn, type Transaction } from '../transaction/record.ts'
import { type NextMove, nextMove } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'
import type { StoredAnswer } from '../transaction/stored-answers.ts'
import { answerOnce, type Proven } from './answering.ts'
import { proveStep, writeProof } from './proofs.ts'
import { stillWaiting } from './waiting.ts'

type Given = z.output<typeof AuthenticationResponse>

interface SignIn {
  readonly transaction: Transaction
  readonly given: Given
  readonly doors: Doors
}

const noteRecovery = (unit: Collected, { account, authenticator }: Proven): void => {
  if (authenticator !== 'RECOVERY_CODE') return
  const person = { id: account.id, name: account.name }
  audit(unit.ctx, 'RECOVERY_CODE_USED', {
    subject: { entity: 'USERS', ...person },
    actor: { kind: 'user', ...person },
    attributes: { left: account.recovery_codes - 1 },
  })
}

interface Moving extends Pick<Proven, 'rules' | 'evidence' | 'authenticator'> {
  readonly transaction: Transaction
  readonly account: Account
}

/** What comes next. Choices are of all that somebody holds, of which more may have to be read. */
const moveAfter = async (
  ctx: Context,
  { authenticator, ...situation }: Moving,
): Promise<{ readonly move: NextMove; readonly account: Account }> => {
  const { transaction, account } = situation
  const move = nextMove(ctx, situation)
  const { purpose, device } = transaction
  const firsts = firstFactors(purpose, situation.rules)
  const isWhole = !isKnownByOneKind({ purpose, authenticator, firsts })
  if (move.kind !== 'step' || isWhole) return { move, account }
  const [[whole = account]] = await readTogether(ctx, [
    accountQuery(ctx, { userId: account.id, device }),
  ])
  return { move: nextMove(ctx, { ...situation, account: whole }), account: whole }
}

/** Refused or not, what was proven is used up. */
const settle = (
  unit: Collected,
  proof: Parameters<typeof writeProof>[1],
  { answer, ending }: Concluded,
): StoredAnswer => {
  if (ending === null) unit.add(...proof.uses)
  else writeProof(unit, proof, ending)
  return answer
}

/** What a right answer leads to: the next step, something to do first, or the session. */
const decide = async (
  ctx: Context,
  unit: Collected,
  { transaction, given, doors, proven }: SignIn & { readonly proven: Proven },
): Promise<StoredAnswer | null> => {
  const step = proveStep(ctx, { transaction, proven })
  if (step === null) return null
  const { rules, device, authenticator, proof, session } = proven
  noteRecovery(unit, proven)
  const shown = shownIn(transaction, given)
  const account = withoutCopies(unit, { transaction, account: proven.account, device, shown })
  const asked = nextMove(ctx, { transaction, account, rules, evidence: step.evidence })
  const browser = { transaction, account, device, shown }
  const spared = sparedBy(ctx, browser, { move: asked, rules })
  const more = spared === null ? [] : [spared]
  const evidence = [...step.evidence, ...more]
  const rows = [...step.rows, ...more]
  const situation = { transaction, account, rules, evidence, authenticator }
  const { move, account: whole } = await moveAfter(ctx, situation)
  if (move.kind === 'complete') {
    const remember = given.rememberDevice !== false && given.machineNonce !== undefined
    const trust = given.rememberDevice === true
    const ending = { transaction, account, evidence, device, remember, trust, shown }
    const conclusion = { ...ending, doors, session }
    const end = transaction.purpose === 'STEP_UP' ? concludeStepUp : openSession
    const concluded = await end(ctx, unit, conclusion)
    return concluded && settle(unit, { rows, uses: proof.uses }, concluded)
  }
  writeProof(unit, { rows, uses: proof.uses })
  audit(unit.ctx, 'AUTHENTICATION_STEP', {
    subject: { entity: 'USERS', id: account.id, name: account.name },
    actor: { kind: 'user', id: account.id, name: account.name },
    attributes: { transaction: transaction.id, authenticator },
  })
  const state = await presentState(ctx, { transaction, account: whole, move })
  return { kind: 'moved', state: { ...state, session: null }, cookie: null }
}

interface Completion {
  readonly authenticator: z.output<typeof SignInAuthenticator>
  readonly given: Given
}

interface OpenCompletion extends Completion {
  readonly transaction: Transaction
}

/** Takes an answer within a transaction that is open. */
export const completeIn = async (
  ctx: Context,
  doors: Doors,
  { transaction, authenticator, given }: OpenCompletion,
) => {
  const answer = await answerOnce(ctx, {
    transaction,
    authenticator,
    given,
    decide: (unit, proven) => decide(ctx, unit, { transaction, given, doors, proven }),
  })
  return told(answer)
}

/**
 * A certificate names its owner: the sign-in goes on as theirs where nobody was named. Its
 * fingerprint stands for the answer, whatever the browser says of it.
 */
const presenting = async (ctx: Context, completion: OpenCompletion): Promise<OpenCompletion> => {
  const { transaction, given } = completion
  const owner = transaction.userId === null ? await ownerOfPresented(ctx) : null
  const response = ctx.request.certificate?.()?.fingerprint256 ?? ''
  return {
    ...completion,
    given: { ...given, response },
    transaction: owner === null ? transaction : { ...transaction, userId: owner, stranger: null },
  }
}

/** Takes an answer to the step that is due (product: authentication API, section 7.1). */
export const complete = async (ctx: Context, doors: Doors, completion: Completion) => {
  const transaction = await openTransaction(ctx, completion.given.authToken)
  if (!signsIn(transaction)) throw new ApiError('no_transaction')
  if (completion.authenticator === 'USER_CERTIFICATE') {
    return completeIn(ctx, doors, await presenting(ctx, { ...completion, transaction }))
  }
  const waiting = await stillWaiting(ctx, transaction, completion)
  return waiting ?? completeIn(ctx, doors, { ...completion, transaction })
}
