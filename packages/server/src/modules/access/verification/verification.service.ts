import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type {
  Verification,
  VerificationResponse,
  VerificationState,
  validatePassword as validatePasswordEndpoint,
} from '@signet/contract/access/verification'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { strangerOf } from '../../authenticators/attempts/index.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { engine } from '../sign-in/index.ts'

type State = z.input<typeof VerificationState>

/** The session that asks: a verification is nobody else's. @throws access_denied */
const askingSession = ({ actor }: Context): string => {
  if (actor.kind !== 'user' && actor.kind !== 'application') throw new ApiError('access_denied')
  return actor.sessionId
}

/**
 * Begins to verify somebody; nothing is written. A user that does not exist and one whom the caller
 * does not manage are answered alike.
 * @throws user_not_found
 */
export const query = async (
  ctx: Context,
  identifier: string,
  only?: SignInAuthenticator,
): Promise<State> => {
  const { userId, stranger } = await engine.nameOf(ctx, identifier)
  const owner = await readOwner(ctx, userId ?? stranger ?? '')
  const transaction = engine.newTransaction(ctx, {
    purpose: 'VERIFY',
    userId: owner.id,
    boundTo: askingSession(ctx),
  })
  const authToken = await engine.sealTransaction(ctx, transaction)
  const choices = await engine.verifiable(ctx, authToken)
  return {
    authToken,
    authenticators: choices.filter(({ type }) => only === undefined || type === only),
  }
}

/** @throws no_transaction for one that another session began */
export const openOwn = async (ctx: Context, authToken: string) => {
  const transaction = await engine.openTransaction(ctx, authToken)
  const isOwn = transaction.purpose === 'VERIFY' && transaction.boundTo === askingSession(ctx)
  if (!isOwn) throw new ApiError('no_transaction')
  return transaction
}

/** Sends the code, where there is one to send. @throws no_transaction, no_otp */
export const challenge = async (
  ctx: Context,
  authToken: string,
  authenticator: SignInAuthenticator,
) => {
  await openOwn(ctx, authToken)
  await engine.expectDue(ctx, { authToken, authenticator })
  return engine.challenge(ctx, { authToken, authenticator, purposes: ['VERIFY'] })
}

type Given = z.output<typeof VerificationResponse>
type Transaction = Awaited<ReturnType<typeof openOwn>>

interface Answered {
  readonly transaction: Transaction
  readonly given: Given
  readonly authenticator: SignInAuthenticator
}

/**
 * The engine answers a repeat as it answered the first call, for browsers that have lost an answer. A
 * verification is no such thing: what was answered once would vouch for whoever has the token later.
 */
const judge = async (
  ctx: Context,
  { transaction, given, authenticator }: Answered,
): Promise<z.input<typeof Verification>> => {
  let made: unknown
  const answer = await engine.answerOnce(ctx, {
    transaction,
    authenticator,
    given,
    decide(unit, proven) {
      const step = engine.proveStep(ctx, { transaction, proven })
      if (step === null) return Promise.resolve(null)
      const { id, name } = proven.account
      const ending = { decision: { purpose: 'VERIFY' }, sessionId: null }
      engine.writeProof(unit, { rows: step.rows, uses: proven.proof.uses }, ending)
      audit(unit.ctx, 'USER_VERIFIED', {
        subject: { entity: 'USERS', id, name },
        attributes: { authenticator },
      })
      const verified = {
        kind: 'verified',
        state: { verified: true, userId: name, authenticator },
      } as const
      made = verified
      return Promise.resolve(verified)
    },
  })
  const proven = engine.unlessRefused(answer)
  // An answer that this very call has made; a decision that was rolled back made none.
  if (proven.kind !== 'verified' || proven !== made) throw new ApiError('no_transaction')
  return proven.state
}

/** @throws no_transaction, invalid_user_response, invalid_user_response_locked */
export const authenticate = async (
  ctx: Context,
  given: Given,
  authenticator: SignInAuthenticator,
): Promise<z.input<typeof Verification>> => {
  const transaction = await openOwn(ctx, given.authToken)
  return judge(ctx, { transaction, given, authenticator })
}

/** Whom the caller may ask about; everybody else is a stranger to them. */
const askedAbout = async (ctx: Context, identifier: string) => {
  const named = await engine.nameOf(ctx, identifier)
  if (named.userId === null) return named
  try {
    await readOwner(ctx, named.userId)
    return named
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'user_not_found') throw error
    return { userId: null, stranger: strangerOf(ctx, identifier) }
  }
}

/** @throws invalid_user_response, invalid_user_response_locked, user_locked, user_invalid_state */
export const validatePassword = async (
  ctx: Context,
  { userId, password }: BodyOf<typeof validatePasswordEndpoint>,
) => {
  const transaction = engine.newTransaction(ctx, {
    purpose: 'VERIFY',
    ...(await askedAbout(ctx, userId)),
    boundTo: askingSession(ctx),
    asks: ['PASSWORD'],
  })
  const given = { authToken: '', response: password }
  return judge(ctx, { transaction, given, authenticator: 'PASSWORD' })
}
