import {
  type ApplicationSignIn,
  applicationSignInAuthenticators,
  type beginApplicationSignIn,
  type challengeApplicationSignIn,
  type completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { oneOf } from '@signet/rules/membership'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findApiApplication } from '../../applications/api-applications/index.ts'
import { strangerOf } from '../../authenticators/attempts/index.ts'
import { awaitAnswer } from '../../authenticators/soft-tokens/index.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { engine, type Situation } from '../sign-in/index.ts'
import { isInSight } from './application-sign-in.repository.ts'
import { contextOf, type Envelope, openEnvelope, sealEnvelope } from './envelope.ts'

type State = z.input<typeof ApplicationSignIn>
type Transaction = Situation['transaction']

const isAsked = oneOf(applicationSignInAuthenticators)

/** @throws access_denied for anybody but a program */
const programOf = ({ actor }: Context) => {
  if (actor.kind !== 'application') throw new ApiError('access_denied')
  return actor
}

const stateOf = (shown: Partial<State>): State => ({
  authenticationCompleted: false,
  userId: null,
  authToken: null,
  authenticators: [],
  secondFactor: false,
  requiredActions: [],
  pushStatus: null,
  ...shown,
})

/** Whom an identifier names: whoever the program does not manage is a stranger to it. */
const nameOf = async (ctx: Context, identifier: string) => {
  const named = await engine.nameOf(ctx, identifier)
  if (groupsInSight(ctx) === 'ALL') return named
  const isManaged = await isInSight(ctx, named.userId ?? named.stranger ?? '')
  return isManaged ? named : { userId: null, stranger: strangerOf(ctx, identifier) }
}

/** Begins a sign-in; nothing is written, and nothing tells whether the user exists. */
export const begin = async (
  outer: Context,
  { userId, clientAddress }: BodyOf<typeof beginApplicationSignIn>,
): Promise<State> => {
  const { id, name, sessionId } = programOf(outer)
  const ctx = contextOf(outer, { clientAddress })
  const application = await findApiApplication(ctx, id)
  const transaction = engine.newTransaction(ctx, {
    purpose: 'SIGN_IN',
    applicationId: id,
    resource: id,
    applicationName: name,
    method: application?.authentication_method ?? null,
    ...(await nameOf(ctx, userId)),
  })
  const rules = await engine.readRules(ctx, transaction)
  const allowed = engine.firstFactors('SIGN_IN', rules).filter(isAsked)
  const authToken = await engine.sealTransaction(ctx, transaction)
  const sealed = await sealEnvelope(ctx, { authToken, sessionId, clientAddress })
  const step = { number: 1, allowed } as const
  return stateOf({ authToken: sealed, authenticators: await engine.choicesOf(ctx, step, null) })
}

const reopen = async (outer: Context, sealed: string) => {
  const { sessionId, applicationType } = programOf(outer)
  const envelope = await openEnvelope(outer, { sealed, sessionId })
  return { envelope, applicationType, ctx: contextOf(outer, envelope) }
}

/** What has to be answered. @throws no_transaction, no_otp, push_paused */
export const challenge = async (
  outer: Context,
  { authToken: sealed, authenticator }: BodyOf<typeof challengeApplicationSignIn>,
) => {
  const { ctx, envelope } = await reopen(outer, sealed)
  const { authToken } = envelope
  const purposes = ['SIGN_IN'] as const
  const asked = await engine.challenge(ctx, { authToken, authenticator, purposes })
  return {
    ...asked,
    authToken: await sealEnvelope(ctx, { ...envelope, authToken: asked.authToken }),
  }
}

/** What comes after an answer that was right and not yet enough. */
const goOn = async (ctx: Context, envelope: Envelope): Promise<State> => {
  const { move, account } = await engine.readSituation(ctx, envelope.authToken)
  if (move.kind === 'action') return stateOf({ requiredActions: [...move.actions] })
  const step = move.kind === 'step' ? move.step : null
  const choices = step === null ? [] : await engine.choicesOf(ctx, step, account)
  return stateOf({
    authToken: await sealEnvelope(ctx, envelope),
    authenticators: choices.filter(({ type }) => isAsked(type)),
    secondFactor: step?.number === 2,
  })
}

type Pushed = NonNullable<State['pushStatus']>

/** What the person's app says; nothing is handed in but an approval. */
const pushed = async (ctx: Context, { id, pushUntil }: Transaction): Promise<Pushed> => {
  const { status } = await awaitAnswer(ctx, id, pushUntil === null ? null : new Date(pushUntil))
  return status
}

type Answer = Parameters<typeof engine.answerAndAdmit>[1]

/**
 * A wrong answer is a guess from where the person is, or through the program that does not say where.
 * An approval of the app is none. @throws too_many_requests, the engine's refusals
 */
const countedHere = (ctx: Context, answer: Answer) => {
  const admit = () => engine.answerAndAdmit(ctx, answer)
  if (answer.authenticator === 'TOKENPUSH') return admit()
  return engine.countGuess(ctx, { through: programOf(ctx).id }, admit)
}

/** @throws too_many_requests, the engine's refusals */
export const authenticate = async (
  outer: Context,
  { authToken: sealed, authenticator, response }: BodyOf<typeof completeApplicationSignIn>,
): Promise<State> => {
  const { ctx, envelope, applicationType } = await reopen(outer, sealed)
  const transaction = await engine.openTransaction(ctx, envelope.authToken)
  const pushStatus = authenticator === 'TOKENPUSH' ? await pushed(ctx, transaction) : null
  if (pushStatus === 'PENDING') return stateOf({ authToken: sealed, pushStatus })
  if (pushStatus !== null && pushStatus !== 'APPROVED') return stateOf({ pushStatus })
  const taken = await countedHere(ctx, {
    transaction,
    authenticator,
    response: pushStatus === null ? response : '',
    attributes: { door: applicationType },
  })
  if (!taken.complete) return { ...(await goOn(ctx, envelope)), pushStatus }
  return stateOf({ authenticationCompleted: true, userId: taken.userName, pushStatus })
}
