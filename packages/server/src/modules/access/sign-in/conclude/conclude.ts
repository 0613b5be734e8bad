import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { keepDevice } from '../../../authenticators/devices/index.ts'
import type { Shown } from '../../../authenticators/machines/index.ts'
import { sessionTimes } from '../../../settings/families/index.ts'
import { startSession } from '../../../tenancy/sessions/index.ts'
import { type Room, roomFor } from '../session/session-limit.ts'
import { type Account, holdPassword, touchAccount } from '../transaction/accounts.repository.ts'
import type { Collected } from '../transaction/collected.ts'
import type { Doors } from '../transaction/doors.ts'
import type { Ending, StoredEvidence } from '../transaction/evidence.repository.ts'
import { nextSequence } from '../transaction/machine.ts'
import { assurance, methodReferences } from '../transaction/plan.ts'
import { type BoundSession, signsIn, type Transaction } from '../transaction/record.ts'
import { keepPlace } from '../transaction/risk.ts'
import { presentState } from '../transaction/states.ts'
import { refused, type StoredAnswer } from '../transaction/stored-answers.ts'
import { keepUpstreams } from './upstream-sessions.ts'

const tooMany = 'too_many_sessions'

export interface Conclusion {
  readonly transaction: Transaction
  readonly account: Account
  /** All the evidence that holds, a row for each required step. */
  readonly evidence: readonly StoredEvidence[]
  readonly device: string | null
  /** The browser is to be known from now on. */
  readonly remember: boolean
  /** It is to be remembered as a machine: the person asked for it. */
  readonly trust: boolean
  readonly shown: Shown
  readonly doors: Doors
  readonly session: BoundSession | null
}

export const redirectOf = async (
  ctx: Context,
  { doors, transaction, account }: Pick<Conclusion, 'doors' | 'transaction' | 'account'>,
  session: { readonly id: string; readonly amr: readonly string[]; readonly acr: string },
): Promise<string | null> => {
  const { interaction } = transaction
  if (interaction === null) return null
  const redirect = await doors[interaction.door]?.redirect(ctx, interaction.id, {
    transactionId: transaction.id,
    userId: account.id,
    userName: account.name,
    sessionId: session.id,
    amr: session.amr,
    acr: session.acr,
    authenticatedAt: ctx.platform.clock.now(),
  })
  return redirect ?? null
}

type Reached = Readonly<Record<string, unknown>> & { readonly outcome?: 'SUCCESS' | 'DENIED' }

const note = (
  unit: Collected,
  conclusion: Pick<Conclusion, 'transaction' | 'account' | 'evidence'>,
  { outcome = 'SUCCESS', ...reached }: Reached,
): void => {
  const { transaction, account, evidence } = conclusion
  audit(unit.ctx, 'AUTHENTICATION', {
    subject: { entity: 'USERS', id: account.id, name: account.name },
    actor: { kind: 'user', id: account.id, name: account.name },
    attributes: {
      transaction: transaction.id,
      authenticators: evidence.map(({ authenticator }) => authenticator),
      application: transaction.applicationName,
      ...reached,
    },
    outcome,
  })
}

/** What a session stands on from now on; `step` where it is other than the sign-in's. */
export const proofsOf = (evidence: readonly StoredEvidence[], step?: number) =>
  evidence.map((row) => ({
    step: step ?? row.step,
    authenticator: row.authenticator,
    class: row.class,
    channel: row.channel,
    at: row.proven_at.getTime(),
  }))

/** Why it ended as it did. */
const decisionOf = (
  { transaction, account, evidence }: Pick<Conclusion, 'transaction' | 'account' | 'evidence'>,
  reached: string,
) => ({
  purpose: transaction.purpose,
  steps: evidence.map(({ step, authenticator }) => ({ step, authenticator })),
  administrator: account.administrator,
  secondFactorDemanded: transaction.secondFactorDemanded,
  assurance: reached,
})

/** What the sign-in makes known: its time, the device, the event. */
const keep = (
  unit: Collected,
  conclusion: Conclusion,
  { sessionId, acr }: { readonly sessionId: string; readonly acr: string },
): void => {
  const { transaction, account, device, remember } = conclusion
  unit.add(...touchAccount(unit.ctx, account))
  if (remember && device !== null) {
    unit.add(keepDevice(unit.ctx, { userId: account.id, device }))
  }
  keepPlace(unit, transaction, account)
  unit.add(...keepUpstreams(unit.ctx, conclusion.evidence, sessionId))
  const newDevice = !account.device_known && account.has_devices
  note(unit, conclusion, { assurance: acr, session: sessionId, newDevice })
}

type Admission = Pick<Conclusion, 'transaction' | 'account' | 'evidence'> & {
  /** What the door has to say of itself in the event. */
  readonly attributes: Readonly<Record<string, unknown>>
}

/** The end of a sign-in at a door that keeps its own sessions: nothing is left that lets anybody in. */
export const admit = (unit: Collected, admission: Admission): Ending => {
  const { transaction, account, evidence, attributes } = admission
  const acr = assurance(evidence)
  if (evidence.some(({ authenticator }) => authenticator === 'PASSWORD')) {
    unit.add(holdPassword(unit.ctx, account))
  }
  unit.add(...touchAccount(unit.ctx, account))
  keepPlace(unit, transaction, account)
  note(unit, admission, { assurance: acr, ...attributes })
  return { decision: decisionOf(admission, acr), sessionId: null }
}

export interface Concluded {
  readonly answer: StoredAnswer
  /** Goes with the last evidence; null where nothing came of it: what was proven is used up all the same. */
  readonly ending: Ending | null
}

const turnAway = (unit: Collected, conclusion: Conclusion): Concluded => {
  note(unit, conclusion, { reason: tooMany, outcome: 'DENIED' })
  return { answer: refused(tooMany), ending: null }
}

/** What is written after the session, and told of those that end for it. */
const makeRoom = (
  unit: Collected,
  { account }: Pick<Conclusion, 'account'>,
  { after, ends }: Extract<Room, { readonly isFull: false }>,
): void => {
  const person = { id: account.id, name: account.name }
  unit.add(...after)
  for (const session of ends) {
    audit(unit.ctx, 'SESSION_ENDED', {
      subject: { entity: 'USERS', ...person },
      actor: { kind: 'user', ...person },
      attributes: { session, reason: tooMany },
    })
  }
}

/** A session for a person who has proven all that was required; written with the last evidence. */
export const openSession = async (
  ctx: Context,
  unit: Collected,
  conclusion: Conclusion,
): Promise<Concluded> => {
  const { transaction, account, evidence, device } = conclusion
  if (!signsIn(transaction)) throw new ApiError('no_transaction')
  const room = await roomFor(ctx, account.id)
  if (room.isFull) return turnAway(unit, conclusion)
  const amr = methodReferences(evidence)
  const acr = assurance(evidence)
  unit.add(...room.before)
  if (evidence.some(({ authenticator }) => authenticator === 'PASSWORD')) {
    unit.add(holdPassword(ctx, account))
  }
  const started = await startSession(unit.ctx, {
    userId: account.id,
    userName: account.name,
    kind: 'web',
    amr,
    acr,
    proofs: proofsOf(evidence),
    deviceId: device,
    keyThumbprint: ctx.request.keyThumbprint,
    lives: sessionTimes.lives(ctx, account),
  })
  makeRoom(unit, conclusion, room)
  const { session, sessionId } = started
  keep(unit, conclusion, { sessionId, acr })
  const sequenceNonce = nextSequence(unit, { ...conclusion, sessionId })
  const move = { kind: 'complete' } as const
  const state = await presentState(ctx, { transaction, account, move, sequenceNonce })
  const redirect = await redirectOf(ctx, conclusion, { id: sessionId, amr, acr })
  const { value, expiresAt } = started.cookie
  const cookie = value === null ? null : { value, expiresAt: expiresAt?.toISOString() ?? '' }
  return {
    answer: { kind: 'moved', state: { ...state, session, redirect }, cookie },
    ending: { decision: decisionOf(conclusion, acr), sessionId },
  }
}
