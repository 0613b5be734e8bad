import type { Context } from '../../../kit/context.ts'
import { type Shown, sequenceOf } from '../../authenticators/machines/index.ts'
import { settings } from '../../settings/families/index.ts'
import { keepLocation } from '../locations/index.ts'
import { type Decided, decideAccess } from '../resource-rules/index.ts'
import type { Account } from './accounts.repository.ts'
import type { Collected } from './collected.ts'
import type { StoredEvidence } from './evidence.repository.ts'
import type { Rules } from './plan.ts'
import type { Transaction } from './record.ts'
import { chosenFlow } from './risk-flows.ts'
import { stepsFor } from './standing.ts'

interface SignIn extends AtRisk {
  /** What was proven first; null while nothing is. */
  readonly first: string | null
}

/** What came first in a sign-in. */
export const firstOf = (evidence: readonly StoredEvidence[]): string | null =>
  evidence.find(({ step }) => step === 1)?.authenticator ?? null

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

/** Nobody enrols what a sign-in is to be trusted for. */
const unlessUnprovable = (signIn: SignIn, rules: Rules): Rules => {
  const { transaction, account } = signIn
  const second = stepsFor(transaction, account, rules).find(({ number }) => number === 2)
  return second !== undefined && second.allowed.length === 0 ? denied(rules) : rules
}

/** The sign-in by the flow that the rules have chosen for its risk. */
const byFlow = async (ctx: Context, signIn: SignIn, decided: Decided): Promise<Rules> => {
  const { rules, first } = signIn
  if (decided.flowId === null) return rules
  const flow = await chosenFlow(ctx, { id: decided.flowId, first, usual: rules.flow })
  if (flow === null) return denied(rules)
  const chosen = { ...rules, flow: flow.flow }
  const isTrusted = decided.level === 'LOW' && !flow.isOther
  return isTrusted ? chosen : unlessUnprovable(signIn, chosen)
}

/** A second factor from whoever has one: nobody enrols one in a sign-in that is not trusted. */
const steppedUp = ({ transaction, account }: SignIn, rules: Rules): Rules => {
  const asking: Rules = {
    ...rules,
    flow: { ...rules.flow, secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' },
  }
  const second = stepsFor(transaction, account, asking).find(({ number }) => number === 2)
  return second === undefined || second.allowed.length === 0 ? denied(rules) : asking
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
  const { transaction, account, rules } = signIn
  if (transaction.purpose !== 'SIGN_IN') return rules
  const resource = account.administrator ? 'ADMIN_PORTAL' : 'USER_PORTAL'
  const decided = await decideAccess(ctx, resource, {
    decisionId: transaction.id,
    userId: account.id,
    userName: account.name,
    deviceKnown: account.device_known,
    deviceVerified: isVerified(ctx, signIn),
  })
  if (decided === null) return rules
  unit?.add(decided.keep())
  if (decided.outcome === 'DENY') return denied(rules)
  const chosen = await byFlow(ctx, signIn, decided)
  const goesOn = decided.outcome === 'ALLOW' || chosen.flow.outcome === 'DENY'
  return goesOn ? chosen : steppedUp(signIn, chosen)
}

/** Remembers where somebody has signed in from. */
export const keepPlace = (unit: Collected, transaction: Transaction, account: Account): void => {
  const { request, platform } = unit.ctx
  const place = platform.places.placeOf(request.address)
  if (place === null || request.address === null || transaction.purpose !== 'SIGN_IN') return
  if (!settings.rba.lastRead(unit.ctx).locationsKept) return
  unit.add(keepLocation(unit.ctx, { userId: account.id, place, address: request.address }))
}
