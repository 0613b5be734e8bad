import type { RequiredAction } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { policies } from '../../authenticators/policies/index.ts'
import type { Account } from './accounts.repository.ts'
import type { StoredEvidence } from './evidence.repository.ts'
import { type Rules, requiredSteps, type Step, stepDue } from './plan.ts'
import type { Transaction } from './record.ts'

export const readRules = async (ctx: Context, transaction: Transaction): Promise<Rules> => {
  const [fido, otp] = await Promise.all([policies.fido(ctx), policies.otp(ctx)])
  return {
    passkeyEnabled: fido.passkeyEnabled,
    mailedSecondFactor: otp.secondFactor,
    secondFactorDemanded: transaction.secondFactorDemanded,
  }
}

const standingOf = (account: Account | null) => ({
  administrator: account?.administrator ?? false,
  tokens: account?.tokens ?? 0,
  passkeys: account?.passkeys ?? 0,
  recoveryCodes: account?.recovery_codes ?? 0,
  mailable: account?.email_verified === true && account.email !== null,
})

export const stepsFor = (
  transaction: Transaction,
  account: Account | null,
  rules: Rules,
): readonly Step[] => requiredSteps(transaction.purpose, standingOf(account), rules)

interface Known {
  readonly account: Account | null
  readonly evidence: readonly StoredEvidence[]
}

/** A password's evidence holds while it is the present one, or was replaced in this very sign-in. */
const isPresentPassword = (
  { changed_at, changed_in }: Account,
  { proven_at, transaction_id }: StoredEvidence,
): boolean => changed_at !== null && (changed_at <= proven_at || changed_in === transaction_id)

/** Evidence that holds now: of this account, given with this request's key. */
export const standingEvidence = (
  ctx: Context,
  { account, evidence }: Known,
): readonly StoredEvidence[] =>
  evidence.filter((row) => {
    if (account === null || row.user_id !== account.id) return false
    const { key_thumbprint: key } = row
    if (key !== null && key !== ctx.request.keyThumbprint) return false
    return row.authenticator !== 'PASSWORD' || isPresentPassword(account, row)
  })

export type Obstacle = 'account_locked' | 'user_locked' | 'user_invalid_state'

/** What keeps someone out who has proven enough: told to nobody who has proven nothing. */
export const obstacleOf = (
  ctx: Context,
  { purpose }: Transaction,
  account: Account,
): Obstacle | null => {
  if (ctx.tenant.locked) return 'account_locked'
  if (purpose === 'SETUP' && account.state === 'REGISTERING') return null
  if (account.locked) return 'user_locked'
  return account.state === 'ACTIVE' ? null : 'user_invalid_state'
}

export type NextMove =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'action'; readonly actions: readonly z.output<typeof RequiredAction>[] }
  | { readonly kind: 'complete' }

const mustChangePassword = (ctx: Context, account: Account): boolean =>
  account.force_change === true ||
  (account.expires_at !== null && account.expires_at <= ctx.platform.clock.now())

interface Situation {
  readonly transaction: Transaction
  readonly account: Account
  readonly rules: Rules
  /** Evidence that holds. */
  readonly evidence: readonly StoredEvidence[]
}

/** What comes next, from evidence and account alone. */
export const nextMove = (ctx: Context, situation: Situation): NextMove => {
  const { transaction, account, rules, evidence } = situation
  const due = stepDue(stepsFor(transaction, account, rules), evidence)
  const usedPassword = evidence.some(({ authenticator }) => authenticator === 'PASSWORD')
  const change =
    transaction.purpose === 'SIGN_IN' && usedPassword && mustChangePassword(ctx, account)
      ? (['PASSWORD_CHANGE'] as const)
      : []
  if (due !== null && due.allowed.length > 0) return { kind: 'step', step: due }
  if (due !== null) return { kind: 'action', actions: ['ENROLL_SECOND_FACTOR', ...change] }
  return change.length > 0 ? { kind: 'action', actions: change } : { kind: 'complete' }
}
