import type {
  AuthenticationResponse,
  SignInAuthenticator,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { answerOnce, type Proven } from './answering.ts'
import type { Collected } from './collected.ts'
import { openSession } from './conclude.ts'
import type { Doors } from './doors.ts'
import { proveStep, writeProof } from './proofs.ts'
import { openTransaction, type Transaction } from './record.ts'
import { nextMove } from './standing.ts'
import { presentState } from './states.ts'
import { concludeStepUp } from './step-up.ts'
import type { StoredAnswer } from './stored-answers.ts'
import { told } from './told.ts'

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

/** What a right answer leads to: the next step, something to do first, or the session. */
const decide = async (
  ctx: Context,
  unit: Collected,
  { transaction, given, doors, proven }: SignIn & { readonly proven: Proven },
): Promise<StoredAnswer | null> => {
  const step = proveStep(ctx, { transaction, proven })
  if (step === null) return null
  const { account, rules, device, authenticator, proof, session } = proven
  const { evidence, rows } = step
  noteRecovery(unit, proven)
  const move = nextMove(ctx, { transaction, account, rules, evidence })
  if (move.kind === 'complete') {
    const remember = given.rememberDevice !== false && given.machineNonce !== undefined
    const conclusion = { transaction, account, evidence, device, remember, doors, session }
    const end = transaction.purpose === 'STEP_UP' ? concludeStepUp : openSession
    const concluded = await end(ctx, unit, conclusion)
    if (concluded === null) return null
    writeProof(unit, { rows, uses: proof.uses }, concluded.ending)
    return concluded.answer
  }
  writeProof(unit, { rows, uses: proof.uses })
  audit(unit.ctx, 'AUTHENTICATION_STEP', {
    subject: { entity: 'USERS', id: account.id, name: account.name },
    actor: { kind: 'user', id: account.id, name: account.name },
    attributes: { transaction: transaction.id, authenticator },
  })
  const state = await presentState(ctx, { transaction, account, move })
  return { kind: 'moved', state: { ...state, session: null }, cookie: null }
}

interface Completion {
  readonly authenticator: z.output<typeof SignInAuthenticator>
  readonly given: Given
}

/** Takes an answer to the step that is due (product: authentication API, section 7.1). */
export const complete = async (
  ctx: Context,
  doors: Doors,
  { authenticator, given }: Completion,
) => {
  const transaction = await openTransaction(ctx, given.authToken)
  if (transaction.purpose === 'RESET') throw new ApiError('no_transaction')
  const answer = await answerOnce(ctx, {
    transaction,
    authenticator,
    given,
    decide: (unit, proven) => decide(ctx, unit, { transaction, given, doors, proven }),
  })
  return told(answer)
}
