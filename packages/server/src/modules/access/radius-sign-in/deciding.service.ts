import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { foldCode } from '@signet/rules/codes'
import { cutToMessage, radiusUserName, splitPassword } from '@signet/rules/radius'
import type { RejectionReason } from '@signet/rules/rejections'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectAgent } from '../../applications/radius-agents/index.ts'
import { findServed } from '../../applications/radius-applications/index.ts'
import { awaitAnswer } from '../../authenticators/soft-tokens/index.ts'
import { recordRejection } from '../../tenancy/rejections/index.ts'
import { engine, type Situation } from '../sign-in/index.ts'
import {
  type AccessRequest,
  type Asking,
  accepted,
  contextOf,
  type Decision,
  rejected,
  waiting,
} from './asking.ts'
import { firstOf } from './carried.ts'
import { keepWaiting, takeWaiting, type Waiting } from './challenges.repository.ts'
import { askFor, messageIn } from './prompting.ts'
import { replyAttributes } from './replies.ts'
import { codeBehind, isDigest, type Typed } from './shown-proofs.ts'

/**
 * What somebody reads who has proven who they are and may not get in, in the tenant's language;
 * null for everything else, of which nothing is told.
 */
const denialText = ({ tenant }: Context, error: unknown): string | null => {
  const decision = error instanceof ApiError ? error.details.parameters?.decision : undefined
  if (decision === undefined) return null
  const locale = tenant.defaultLocale
  const text = textOf(textsOf(locale, 'security'), 'closed.signIn', {
    locale,
    values: { decision },
  })
  return cutToMessage(text)
}

type Transaction = Situation['transaction']

interface Given extends Typed {
  readonly transaction: Transaction
  readonly authenticator: SignInAuthenticator
  /** A code that came behind a password. */
  readonly code: string | null
}

/** What was typed into the one field for this kind of proof; null where it cannot carry it. */
const typedFor = async (
  ctx: Context,
  { request }: Asking,
  { transaction, authenticator }: Pick<Given, 'transaction' | 'authenticator'>,
): Promise<Typed | null> => {
  const { proof } = request
  if (proof.kind === 'PAP') return { text: proof.password, msChap2Success: null }
  if (!isDigest(proof) || authenticator !== 'TOKEN') return null
  return codeBehind(ctx, request, transaction.userId)
}

interface Refusal {
  readonly reason: RejectionReason
  /** For the person to read. */
  readonly message?: string
}

/** A rejection that no answer of a person caused: the audit log says why. */
const refuse = async (
  ctx: Context,
  { application, agent, request }: Asking,
  { reason, message }: Refusal,
): Promise<Decision> => {
  await recordRejection(ctx, {
    door: 'RADIUS',
    reason,
    application: { id: application.id, name: application.name },
    asked: {
      userName: request.userName,
      method: request.proof.kind,
      agent: agent.name,
      callingStation: request.callingStationId ?? undefined,
    },
    source: request.clientAddress,
  })
  return rejected(message)
}

type Answer = Parameters<typeof engine.answerAndAdmit>[1]

/**
 * A wrong answer is a guess from where the person is, or through the client of RADIUS that does not
 * say where. An approval of the app is none. @throws too_many_requests, the engine's refusals
 */
const countedHere = (ctx: Context, { application, request }: Asking, answer: Answer) => {
  const admit = () => engine.answerAndAdmit(ctx, answer)
  if (answer.authenticator === 'TOKENPUSH') return admit()
  return engine.countGuess(ctx, { through: `${application.id} ${request.clientAddress}` }, admit)
}

/** What comes after an answer that was right: in, or the next question. */
const goOn = async (ctx: Context, asking: Asking, given: Given): Promise<Decision> => {
  const { transaction, authenticator, text, code, msChap2Success } = given
  const { application, agent, request } = asking
  const door = { door: 'RADIUS', agent: agent.name, client: request.clientAddress }
  const proof = { transaction, authenticator, response: text }
  const taken = await countedHere(ctx, asking, { ...proof, attributes: door })
  if (taken.complete) {
    const attributes = await replyAttributes(ctx, application, taken.userId)
    return accepted({ attributes, msChap2Success })
  }
  const authToken = await engine.sealTransaction(ctx, transaction)
  const { move, account } = await engine.readSituation(ctx, authToken)
  const locale = account.locale ?? ctx.tenant.defaultLocale
  if (move.kind === 'action') {
    return refuse(ctx, asking, {
      reason: 'SETUP_REQUIRED',
      message: messageIn(locale, { key: 'portalFirst' }),
    })
  }
  const allowed = move.kind === 'step' ? move.step.allowed : []
  if (code === null) return askFor(ctx, asking, { authToken, allowed, locale })
  if (!allowed.includes('TOKEN')) return refuse(ctx, asking, { reason: 'METHOD_NOT_SUPPORTED' })
  const second = { transaction, text: code, code: null, msChap2Success: null } as const
  return goOn(ctx, asking, { ...second, authenticator: 'TOKEN' })
}

const begin = async (ctx: Context, asking: Asking): Promise<Decision> => {
  const { application, request } = asking
  const name = radiusUserName(request.userName, application.userNameFormat)
  const transaction = engine.newTransaction(ctx, {
    purpose: 'SIGN_IN',
    applicationId: application.id,
    resource: application.id,
    applicationName: application.name,
    method: application.authenticationMethod,
    ...(await engine.nameOf(ctx, name)),
  })
  const rules = await engine.readRules(ctx, transaction)
  const shown = { push: application.push, proof: request.proof }
  const authenticator = firstOf(shown, engine.firstFactors('SIGN_IN', rules))
  if (authenticator === null) return refuse(ctx, asking, { reason: 'METHOD_NOT_SUPPORTED' })
  if (authenticator === 'TOKENPUSH') {
    const authToken = await engine.sealTransaction(ctx, transaction)
    return askFor(ctx, asking, {
      authToken,
      allowed: [authenticator],
      locale: ctx.tenant.defaultLocale,
    })
  }
  const typed = await typedFor(ctx, asking, { transaction, authenticator })
  if (typed === null) return refuse(ctx, asking, { reason: 'METHOD_NOT_SUPPORTED' })
  const { passwordFormat: format, codeDigits } = application
  const split =
    authenticator === 'PASSWORD'
      ? splitPassword(typed.text, { format, codeDigits })
      : { password: typed.text, code: null }
  const given = { transaction, authenticator, code: split.code }
  return goOn(ctx, asking, { ...given, ...typed, text: split.password })
}

/** Waits for the person's app; only an approval is handed in. */
const awaitApp = async (
  ctx: Context,
  asking: Asking,
  { transaction, asked }: { readonly transaction: Transaction; readonly asked: Waiting },
): Promise<Decision> => {
  const until = transaction.pushUntil === null ? null : new Date(transaction.pushUntil)
  const { status } = await awaitAnswer(ctx, transaction.id, until)
  if (status === 'PENDING') {
    return waiting(await keepWaiting(ctx, asking.application.id, asked))
  }
  if (status !== 'APPROVED') return refuse(ctx, asking, { reason: 'NOT_APPROVED' })
  const approval = { authenticator: 'TOKENPUSH', text: '', code: null } as const
  return goOn(ctx, asking, { ...approval, transaction, msChap2Success: null })
}

/** Who is asked to look at their app may type a code of their token instead. */
const isCodeInstead = ({ authenticator, allowed }: Waiting, { proof }: AccessRequest): boolean => {
  if (authenticator !== 'TOKENPUSH' || !allowed.includes('TOKEN')) return false
  return isDigest(proof) || (proof.kind === 'PAP' && /^\d{6,10}$/.test(foldCode(proof.password)))
}

const resume = async (ctx: Context, asking: Asking, state: string): Promise<Decision> => {
  const { application, request } = asking
  const asked = await takeWaiting(ctx, application.id, state)
  if (asked === null) return refuse(ctx, asking, { reason: 'CHALLENGE_EXPIRED' })
  const transaction = await engine.openTransaction(ctx, asked.authToken)
  const authenticator = isCodeInstead(asked, request) ? 'TOKEN' : asked.authenticator
  if (authenticator === 'TOKENPUSH') return awaitApp(ctx, asking, { transaction, asked })
  const typed = await typedFor(ctx, asking, { transaction, authenticator })
  if (typed === null) return refuse(ctx, asking, { reason: 'METHOD_NOT_SUPPORTED' })
  return goOn(ctx, asking, { ...typed, transaction, authenticator, code: null })
}

const troubles: readonly string[] = ['service_unavailable', 'general_error']

/** What a person did wrong; anything else is the service's own trouble, and no decision. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && !troubles.includes(error.code)

/** Where guesses are used up. A client that got no answer would ask another agent. */
const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_requests'

/**
 * Whether somebody gets in. Whatever is not a right answer is a rejection that tells nothing.
 * @throws access_denied for an agent that may not ask; faults of the service, as what they are
 */
export const decideAccess = async (outer: Context, request: AccessRequest): Promise<Decision> => {
  const agent = await expectAgent(outer, request.credential)
  const application = await findServed(outer, { id: request.applicationId, agentId: agent.id })
  if (application === null) throw new ApiError('access_denied')
  const asking = { application, agent, request }
  const ctx = contextOf(outer, asking)
  try {
    return await (request.state === null ? begin(ctx, asking) : resume(ctx, asking, request.state))
  } catch (error) {
    if (isUsedUp(error)) return refuse(ctx, asking, { reason: 'TOO_MANY_FAILED_ATTEMPTS' })
    if (isRefusal(error)) return rejected(denialText(ctx, error))
    throw error
  }
}
