import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { errorCodeOf, isUniqueViolation } from '../../../../platform/db/sql-errors.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { keyObjectOf } from '../../../../platform/secrets/key-objects.ts'
import { counting, type Holder, isCounted } from '../../../authenticators/attempts/index.ts'
import { deviceOf } from '../../../authenticators/devices/index.ts'
import { sessionQuery } from '../../../tenancy/sessions/index.ts'
import { isCrowded } from '../session/session-limit.repository.ts'
import { type Account, accountQuery, provingQuery } from '../transaction/accounts.repository.ts'
import {
  type Attempt,
  answerAttempt,
  findAttempt,
  forgetAttempt,
  refundQuery,
  reserveQuery,
} from '../transaction/attempts.repository.ts'
import { type Collected, collect } from '../transaction/collected.ts'
import { evidenceQuery, type StoredEvidence } from '../transaction/evidence.repository.ts'
import { shownIn } from '../transaction/machine.ts'
import { firstFactors, type Rules } from '../transaction/plan.ts'
import { readTogether } from '../transaction/read-together.ts'
import type { BoundSession } from '../transaction/record.ts'
import { firstOf, keepObstacle, provenBy, rulesAtRisk, type SignIn } from '../transaction/risk.ts'
import { type Obstacle, obstacleOf, readRules } from '../transaction/standing.ts'
import {
  openAnswer,
  refused,
  type StoredAnswer,
  sealAnswer,
} from '../transaction/stored-answers.ts'
import { countedAs } from './counted-as.ts'
import type { Answer, Factor, Proof } from './factors/factor.ts'
import { factors } from './factors/factors.ts'

export interface Proven {
  readonly authenticator: SignInAuthenticator
  readonly proof: Proof
  readonly account: Account
  readonly evidence: readonly StoredEvidence[]
  readonly rules: Rules
  readonly device: string | null
  readonly session: BoundSession | null
}

/** Decides what a right answer leads to; its writes go with the evidence. Null: not due. */
type Decide = (unit: Collected, proven: Proven) => Promise<StoredAnswer | null>

interface Asked extends Answer {
  readonly authenticator: SignInAuthenticator
  readonly decide: Decide
}

interface Question extends Asked {
  readonly key: Buffer
}

/** The same for the same answer; keyed, since answers are short. The nonce tells two tries apart. */
const keyOf = (ctx: Context, { authenticator, given }: Asked): Buffer =>
  createHmac('sha256', keyObjectOf(ctx.platform.secrets.derive(ctx.tenant.id, 'attempt-key')))
    .update(
      JSON.stringify([
        authenticator,
        given.sequenceNonce,
        given.response,
        given.fidoResponse,
        given.kbaResponse,
      ]),
    )
    .digest()

const attemptOf = async (ctx: Context, question: Question, rules: Rules): Promise<Attempt> => {
  const { transaction, given, authenticator } = question
  const { purpose } = transaction
  const counted = countedAs(authenticator)
  const subject = transaction.userId ?? transaction.stranger ?? `anonymous:${transaction.id}`
  return {
    transactionId: transaction.id,
    key: question.key,
    factor: counted,
    subject,
    budget: isCounted(counted) ? await counting.budgetOf(ctx, counted, subject) : null,
    userId: transaction.userId,
    device: deviceOf(ctx, given.machineNonce) ?? transaction.device,
    isFirst:
      purpose === 'STEP_UP' ||
      purpose === 'VERIFY' ||
      firstFactors(purpose, rules).includes(authenticator),
  }
}

/** The first call of an answer is at work on another node. Null when it gave up without one. */
const waitForAnswer = async (ctx: Context, attempt: Attempt): Promise<StoredAnswer | null> => {
  for (let tries = 0; tries < 25; tries += 1) {
    await sleep(100)
    const found = await findAttempt(ctx, attempt)
    if (found === undefined) return null
    if (found.answer !== null) return openAnswer(ctx, attempt, found.answer)
  }
  throw new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } })
}

/** Uses of codes and evidence rows fail by these when someone else was first. */
const isTaken = (error: unknown): boolean =>
  errorCodeOf(error) === '22012' || isUniqueViolation(error)

const failure = (question: Question, account: Account | null) => ({
  subject: { entity: 'USERS', id: account?.id ?? '', name: account?.name ?? '' },
  attributes: { authenticator: question.authenticator, purpose: question.transaction.purpose },
})

const refuse = async (
  ctx: Context,
  question: Question,
  { attempt, account }: { readonly attempt: Attempt; readonly account: Account | null },
): Promise<StoredAnswer> => {
  const answer = refused('invalid_user_response')
  const unit = collect(ctx)
  unit.add(answerAttempt(ctx, attempt, await sealAnswer(ctx, attempt, answer)))
  audit(unit.ctx, 'AUTHENTICATION', { ...failure(question, account), outcome: 'FAILURE' })
  await unit.flush()
  return answer
}

/** Nothing is checked and nothing is told but that there were too many: alike for strangers. */
const lockedOut = async (ctx: Context, question: Question, attempt: Attempt): Promise<never> => {
  const unit = collect(ctx)
  unit.add(forgetAttempt(ctx, attempt))
  audit(unit.ctx, 'AUTHENTICATION', {
    subject: { entity: 'USERS', id: attempt.userId ?? '' },
    attributes: { authenticator: question.authenticator, reason: 'LOCKED' },
    outcome: 'DENIED',
  })
  await unit.flush()
  throw new ApiError('invalid_user_response_locked')
}

interface Right {
  readonly attempt: Attempt
  readonly holder: Holder | null
  readonly proven: Proven
  /** How often other sign-ins of theirs took the room that this one had found. */
  readonly crowdedOut?: number
}

interface KeptOut {
  readonly question: Question
  readonly signIn: SignIn
  readonly obstacle: Obstacle
}

/** Whoever is refused though what they gave was right: a sign-in's decision is kept, and named. */
const keepOut = async (
  unit: Collected,
  { question, signIn, obstacle }: KeptOut,
): Promise<StoredAnswer> => {
  const { id, purpose } = question.transaction
  const { attributes, ...told } = failure(question, signIn.account)
  const reason = { transaction: id, reason: obstacle }
  audit(unit.ctx, 'AUTHENTICATION', {
    ...told,
    attributes: { ...attributes, ...reason },
    outcome: 'DENIED',
  })
  if (purpose !== 'SIGN_IN') return refused(obstacle)
  await keepObstacle(unit, signIn, obstacle)
  return refused(obstacle, id)
}

const mostCrowdedOut = 20

const accept = async (ctx: Context, question: Question, right: Right): Promise<StoredAnswer> => {
  const { attempt, holder, crowdedOut = 0 } = right
  const unit = collect(ctx)
  const { transaction, given } = question
  const shown = shownIn(transaction, given)
  const { evidence, proof, authenticator } = right.proven
  const last = proof.provenAs ?? authenticator
  const shownNow = { first: firstOf(evidence) ?? last, proven: [...provenBy(evidence), last] }
  const signIn = { ...right.proven, ...shownNow, transaction, shown }
  const rules = await rulesAtRisk(ctx, signIn, unit)
  const proven = { ...right.proven, rules }
  const obstacle = await obstacleOf(ctx, { ...proven, transaction })
  const answer =
    obstacle === null
      ? await question.decide(unit, proven)
      : await keepOut(unit, { question, signIn: { ...signIn, rules }, obstacle })
  if (answer === null) return refuse(ctx, question, { attempt, account: proven.account })
  if (holder !== null) unit.add(refundQuery(ctx, holder, attempt.transactionId))
  unit.add(answerAttempt(ctx, attempt, await sealAnswer(ctx, attempt, answer)))
  try {
    await unit.flush()
    return answer
  } catch (error) {
    if (isCrowded(error) && crowdedOut < mostCrowdedOut) {
      return accept(ctx, question, { ...right, crowdedOut: crowdedOut + 1 })
    }
    if (!isTaken(error)) throw error
    return refuse(ctx, question, { attempt, account: proven.account })
  }
}

/** Whose passkey it was, when nobody had been named. */
const accountOf = async (ctx: Context, userId: string, device: string | null) => {
  const [[account]] = await readTogether(ctx, [accountQuery(ctx, { userId, device })])
  return account ?? null
}

interface Reserved {
  readonly attempt: Attempt
  readonly device: string
  readonly named: Account | null
  readonly evidence: readonly StoredEvidence[]
  readonly rows: readonly unknown[]
  readonly session: BoundSession | null
  readonly rules: Rules
  readonly factor: Factor
}

const judge = async (
  ctx: Context,
  question: Question,
  reserved: Reserved,
): Promise<StoredAnswer> => {
  const { attempt, named, evidence, rows, session, rules, factor } = reserved
  const { authenticator } = question
  const { subject, device, budget } = attempt
  const counted = countedAs(authenticator)
  const holder =
    isCounted(counted) && budget !== null
      ? { subject, factor: counted, device: reserved.device, budget }
      : null
  const proof = await factor.check(ctx, question, { account: named, rows })
  const account = named ?? (proof === null ? null : await accountOf(ctx, proof.userId, device))
  if (proof === null || account === null) return refuse(ctx, question, { attempt, account })
  const proven = { authenticator, proof, account, evidence, rules, device, session }
  return accept(ctx, question, { attempt, holder, proven })
}

/**
 * The charge outlives this process at once. A database that crashes within the second may forget it,
 * but no answer has been told by then: each is told after a commit that waits, and that brings the
 * charge to the disk with it.
 */
const noted = { onDisk: 'soon' } as const

/** All that a check needs to know, in the round trip that reserves its answer. */
const readAll = async (
  ctx: Context,
  question: Question,
  { attempt, factor, rules }: Pick<Reserved, 'attempt' | 'factor' | 'rules'>,
) => {
  const { authenticator } = question
  const { id, purpose, boundTo } = question.transaction
  const { userId, device } = attempt
  const query = factor.query(ctx, question)
  const own = query === null ? [] : [query]
  const reserving = reserveQuery(ctx, attempt)
  const firsts = firstFactors(purpose, rules)
  const person = provingQuery(ctx, { userId, device }, { purpose, authenticator, firsts })
  if (purpose !== 'STEP_UP' || boundTo === null) {
    const queries = [reserving, person, evidenceQuery(ctx, id), ...own] as const
    const read = await readTogether(ctx, queries, noted)
    const [[reservation], [named = null], evidence, rows = []] = read
    return { reservation, named, evidence, rows, session: null }
  }
  const queries = [reserving, person, sessionQuery(ctx, boundTo), ...own] as const
  const read = await readTogether(ctx, queries, noted)
  const [[reservation], [named = null], [session = null], rows = []] = read
  // It has one step: the first evidence ends it, and closes it for any further answer.
  return { reservation, named, evidence: [], rows, session }
}

const check = async (ctx: Context, question: Question): Promise<StoredAnswer> => {
  const { transaction, authenticator } = question
  const factor = factors[authenticator]
  if (factor === undefined) throw new ApiError('no_transaction')
  factor.expectRoom?.(ctx, question)
  const rules = await readRules(ctx, transaction)
  const attempt = await attemptOf(ctx, question, rules)
  const { reservation, ...known } = await readAll(ctx, question, { attempt, factor, rules })
  if (reservation === undefined) throw new ApiError('no_transaction')
  if (reservation.answer !== null) return openAnswer(ctx, attempt, reservation.answer)
  if (!reservation.open) throw new ApiError('no_transaction')
  if (!reservation.mine) {
    return (await waitForAnswer(ctx, attempt)) ?? check(ctx, question)
  }
  if (reservation.device === null) return lockedOut(ctx, question, attempt)
  const reserved = { ...known, attempt, device: reservation.device, rules, factor }
  try {
    return await judge(ctx, question, reserved)
  } catch (error) {
    // Compensation: an unjudged answer may come again at once. Its cost stands.
    await readTogether(ctx, [forgetAttempt(ctx, attempt)]).catch(() => {})
    throw error
  }
}

/** The calls at work on this node. */
const running = new WeakMap<Platform, Map<string, Promise<StoredAnswer>>>()

/**
 * Checks an answer once however often it comes (product: authentication API, section 9: aborted
 * after 3 s, repeated up to 100 times): a repeat waits for the first and gets what that got.
 */
export const answerOnce = (ctx: Context, asked: Asked): Promise<StoredAnswer> => {
  const here = running.get(ctx.platform) ?? new Map<string, Promise<StoredAnswer>>()
  running.set(ctx.platform, here)
  const question = { ...asked, key: keyOf(ctx, asked) }
  const name = `${question.transaction.id} ${question.key.toString('base64')}`
  const present = here.get(name)
  if (present !== undefined) return present
  const checking = check(ctx, question).finally(() => here.delete(name))
  here.set(name, checking)
  return checking
}
