import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { engine, type Situation } from '../sign-in/index.ts'
import type { Asking } from './asking.ts'

type Transaction = Situation['transaction']

export interface Answer {
  readonly transaction: Transaction
  readonly authenticator: SignInAuthenticator
  readonly response: string
}

/**
 * Hands one answer to the engine: it is counted, judged and used up as at every other door.
 * @throws the engine's refusals
 */
export const answer = async (
  ctx: Context,
  { application, agent, request }: Asking,
  { transaction, authenticator, response }: Answer,
) => {
  const door = { door: 'RADIUS', agent: agent.name, client: request.clientAddress }
  const stored = await engine.answerOnce(ctx, {
    transaction,
    authenticator,
    given: { authToken: '', response },
    decide(unit, proven) {
      const step = engine.proveStep(ctx, { transaction, proven })
      if (step === null) return Promise.resolve(null)
      const { account, rules, proof } = proven
      const { evidence, rows } = step
      const move = engine.nextMove(ctx, { transaction, account, rules, evidence })
      const complete = move.kind === 'complete'
      const ending = complete
        ? engine.admit(unit, { transaction, account, evidence, attributes: door })
        : null
      engine.writeProof(unit, { rows, uses: proof.uses }, ending)
      if (!complete) {
        const person = { id: account.id, name: account.name }
        audit(unit.ctx, 'AUTHENTICATION_STEP', {
          subject: { entity: 'USERS', ...person },
          actor: { kind: 'user', ...person },
          attributes: { transaction: transaction.id, authenticator, application: application.name },
        })
      }
      return Promise.resolve({ kind: 'admitted', complete, userId: account.id })
    },
  })
  const taken = engine.unlessRefused(stored)
  if (taken.kind !== 'admitted') throw new ApiError('no_transaction')
  return taken
}
