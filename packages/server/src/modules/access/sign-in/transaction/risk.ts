import type { Context } from '../../../../kit/context.ts'
import { type Shown, sequenceOf } from '../../../authenticators/machines/index.ts'
import { settings } from '../../../settings/families/index.ts'
import { keepLocation } from '../../locations/index.ts'
import { type Decided, decideAccess, keepRefused, rulesOf } from '../../resource-rules/index.ts'
import type { Account } from './accounts.repository.ts'
import type { Collected } from './collected.ts'
import type { StoredEvidence } from './evidence.repository.ts'
import type { Rules, Step } from './plan.ts'
import type { Transaction } from './record.ts'
import { chosenFlow } from './risk-flows.ts'
import { type Obstacle, refusalBy, stepsFor } from './standing.ts'

export interface SignIn extends AtRisk {
  /** What was proven first; null while nothing is. */
  readonly first: string | null
  /** Everything that was proven, in its order. */
  readonly proven: readonly string[]
}

/** What was proven, in its order. */
export const provenBy = (evidence: readonly StoredEvidence[]): readonly string[] =>
  evidence.map(({ authenticator }) => authenticator)

/** What came first in a sign-in. */
export const firstOf = (evidence: readonly StoredEvidence[]): string | null =>
  evidence.find(({ step }) => step === 1)?.authenticator ?? null

/** What was proven so far, as rules are told. */
export const shownBy = (evidence: readonly StoredEvidence[]) => ({
  first: firstOf(evidence),
  proven: provenBy(evidence),
})

/** As much of a sign-in as decides how it goes on. */
type Beginning = Pick<SignIn, 'transaction' | 'account' | 'rules' | 'first'>
type Verdict = Pick<Decided, 'outcome' | 'level' | 'flowId'>

interface AtRisk {
  readonly transaction: Transaction
  readonly account: Account
  readonly rules: Rules
  readonly device: string | null
  readonly shown: Shown
}

/** A browser that was remembered, shows the newest of its nonces, and began this sign-in. */
const isVerified = (ctx: Context, { transaction, account, device, shown }: SignIn): boolean => {
  const { machine } = account
  if (machine === null || device === null || device !== transaction.device) return false
  const isOver = Date.parse(machine.expires_at) <= ctx.platform.clock.now().getTime()
  return !isOver && sequenceOf(machine, shown) === 'NEWEST'
}

const denied = (rules: Rules): Rules => ({ ...rules, flow: { ...rules.flow, outcome: 'DENY' } })

/**
 * Whether a second step can be proven. What a sign-in is to be trusted for is not enrolled in it, except with
 * an invitation: its link works once, and stands for the factor that its user cannot have yet.
 */
const isProvable = ({ transaction }: Beginning, { allowed, enrols = [] }: Step): boolean =>
  allowed.length > 0 || (transaction.invited !== null && enrols.length > 0)

const unlessUnprovable = (signIn: Beginning, rules: Rules): Rules => {
  const { transaction, account } = signIn
  const second = stepsFor(transaction, account, rules).find(({ number }) => number === 2)
  return second === undefined || isProvable(signIn, second) ? rules : denied(rules)
}

/** The sign-in by the flow that the rules have chosen for its risk. */
const byFlow = async (ctx: Context, signIn: Beginning, decided: Verdict): Promise<Rules> => {
  const { rules, first } = signIn
  if (decided.flowId === null) return rules
  const flow = await chosenFlow(ctx, { id: decided.flowId, first, usual: rules.flow })
  if (flow === null) return denied(rules)
  const chosen = { ...rules, flow: flow.flow }
  const isTrusted = decided.level === 'LOW' && !flow.isOther
  return isTrusted ? chosen : unlessUnprovable(signIn, chosen)
}

/** A second factor, of users who have one or may enroll one. */
const steppedUp = (signIn: Beginning, rules: Rules): Rules => {
  const { transaction, account } = signIn
  const asking: Rules = {
    ...rules,
    flow: { ...rules.flow, secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' },
  }
  const second = stepsFor(transaction, account, asking).find(({ number }) => number === 2)
  return second !== undefined && isProvable(signIn, second) ? asking : denied(rules)
}

/** What the sign-in enters; the portal where it enters nothing else, or that has no rules. */
const resourceOf = async (
  ctx: Context,
  { transaction: { resource }, account }: Pick<SignIn, 'transaction' | 'account'>,
): Promise<string> => {
  const isRuled = resource !== null && (await rulesOf(ctx, resource)).length > 0
  return isRuled ? resource : account.administrator ? 'ADMIN_PORTAL' : 'USER_PORTAL'
}

/** By the rules of what the sign-in enters. */
const decidedFor = async (ctx: Context, signIn: SignIn): Promise<Decided | null> => {
  const { transaction, account } = signIn
  const candidate = {
    decisionId: transaction.id,
    userId: account.id,
    userName: account.name,
    deviceKnown: account.device_known,
    deviceVerified: isVerified(ctx, signIn),
  }
  return decideAccess(ctx, await resourceOf(ctx, signIn), candidate)
}

/** How a sign-in has gone so far, as its decision tells it. */
const walkedBy = ({ transaction, proven }: SignIn, { flow }: Rules) => ({
  flow: flow.name ?? null,
  flowId: flow.id ?? null,
  application: transaction.applicationName,
  classes: { asked: [], reached: null },
  proven,
})

type Ended = NonNullable<Parameters<Decided['keep']>[0]>

const endedBy = (signIn: SignIn, { outcome }: Decided, rules: Rules): Ended => {
  const isRefused = rules.flow.outcome === 'DENY'
  return {
    ...walkedBy(signIn, rules),
    outcome: isRefused ? 'DENY' : outcome,
    refusal: isRefused && outcome !== 'DENY' ? 'FLOW' : null,
  }
}

/** What the decision of the rules makes of a sign-in. */
export const rulesBy = async (
  ctx: Context,
  signIn: Beginning,
  decided: Verdict,
): Promise<Rules> => {
  if (decided.outcome === 'DENY') return denied(signIn.rules)
  const chosen = await byFlow(ctx, signIn, decided)
  const goesOn = decided.outcome === 'ALLOW' || chosen.flow.outcome === 'DENY'
  return goesOn ? chosen : steppedUp(signIn, chosen)
}

/**
 * What is asked of somebody who has proven a first factor, once the resource rules have judged the
 * risk. What they decided is collected in `unit`.
 */
export const rulesAtRisk = async (
  ctx: Context,
  signIn: SignIn,
  unit: Collected | null,
): Promise<Rules> => {
  const { transaction, rules } = signIn
  if (transaction.purpose !== 'SIGN_IN') return rules
  const decided = await decidedFor(ctx, signIn)
  if (decided === null) return rules
  const atRisk = await rulesBy(ctx, signIn, decided)
  unit?.add(decided.keep(endedBy(signIn, decided, atRisk)))
  return atRisk
}

/**
 * Keeps why somebody was refused who has proven enough; what the rules of the risk refuse is kept
 * already.
 */
export const keepObstacle = async (
  unit: Collected,
  signIn: SignIn,
  obstacle: Obstacle,
): Promise<void> => {
  const { ctx } = unit
  const { account, transaction } = signIn
  const resource = await resourceOf(ctx, signIn)
  if (obstacle === 'access_denied' && (await rulesOf(ctx, resource)).length > 0) return
  const candidate = {
    decisionId: transaction.id,
    userId: account.id,
    userName: account.name,
  }
  const walked = walkedBy(signIn, signIn.rules)
  const ended = { ...walked, outcome: 'DENY', refusal: refusalBy[obstacle] } as const
  unit.add(keepRefused(ctx, resource, { candidate, ended }))
}

/** Remembers where somebody has signed in from. */
export const keepPlace = (unit: Collected, transaction: Transaction, account: Account): void => {
  const { request, platform } = unit.ctx
  const place = platform.places.placeOf(request.address)
  if (place === null || request.address === null || transaction.purpose !== 'SIGN_IN') return
  if (!settings.rba.lastRead(unit.ctx).locationsKept) return
  unit.add(keepLocation(unit.ctx, { userId: account.id, place, address: request.address }))
}
