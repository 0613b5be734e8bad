import type { RequiredAction } from '@signet/contract/access/authentication'
import type { Refusal } from '@signet/rules/risk/refusals'
import { kbaStatus } from '@signet/rules/status'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { offeredProviders } from '../../../applications/identity-providers/index.ts'
import { codePlaces } from '../../../authenticators/otps/index.ts'
import { blocked, settings } from '../../../settings/families/index.ts'
import { flowFor, type WalkedFlow } from '../../flows/index.ts'
import { asksForSecondFactor, isRegistrationOver } from '../../registration/index.ts'
import type { Account } from './accounts.repository.ts'
import type { StoredEvidence } from './evidence.repository.ts'
import { type Rules, requiredSteps, type Step, type Steps, stepDue } from './plan.ts'
import type { Transaction } from './record.ts'

type Somebody = NonNullable<Parameters<typeof settings.otp>[1]>
type KbaRules = Awaited<ReturnType<typeof settings.kba>>

/** None where nobody is asked (`kbaStatus`), or not in a reset. */
const resetQuestions = ({ maximumNumberOfQuestions, passwordReset, questionsAsked }: KbaRules) =>
  passwordReset && kbaStatus(maximumNumberOfQuestions) === 'ACTIVE' ? questionsAsked : 0

/** How this sign-in goes, as it is said now. */
export const flowOf = (
  ctx: Context,
  { applicationId, userId, stranger, method }: Transaction,
): Promise<WalkedFlow> => flowFor(ctx, { applicationId, person: userId ?? stranger, method })

/** What the tenant's settings, and the policies of this person's groups, say of sign-ins. */
const readSettings = async (ctx: Context, person: Somebody | null) => {
  const [fido, softToken, otp, reset, registration, temporaryCodes, magicLink, kba, certificates] =
    await Promise.all([
      settings.fido(ctx),
      settings.entrustSt(ctx, person),
      settings.otp(ctx, person),
      settings.passwordReset(ctx, person),
      settings.registration(ctx, person),
      settings.tempAccessCode(ctx, person),
      settings.magicLink(ctx, person),
      settings.kba(ctx, person),
      settings.userCert(ctx),
    ])
  return {
    passkeyEnabled: fido.passkeyEnabled,
    magicLinkEnabled: magicLink.enabled,
    certificatesEnabled: certificates.enabled,
    pushEnabled: softToken.pushEnabled,
    mailedSecondFactor: otp.secondFactor,
    codes: otp,
    temporaryCodesForAdministrators: temporaryCodes.administrators,
    administratorsReset: reset.administrators,
    resetNeedsSecondFactor: reset.secondFactor === 'ALWAYS',
    resetQuestions: resetQuestions(kba),
    registrationNeedsSecondFactor: asksForSecondFactor(registration),
  }
}

/** As `readRules`, for a user of whom no more may be known than their groups. */
export const readRulesFor = async (
  ctx: Context,
  transaction: Transaction,
  person: Somebody | null,
): Promise<Rules> => {
  const [flow, offered, ofTenant] = await Promise.all([
    flowOf(ctx, transaction),
    offeredProviders(ctx),
    readSettings(ctx, person),
  ])
  return {
    ...ofTenant,
    flow,
    identityProviders: offered.length > 0,
    secondFactorDemanded: transaction.secondFactorDemanded,
    stepUpAsks: transaction.asks,
    invitedBy: transaction.invited,
  }
}

export const readRules = (ctx: Context, transaction: Transaction): Promise<Rules> =>
  readRulesFor(ctx, transaction, transaction.userId ?? transaction.stranger)

export const standingOf = (account: Account | null, { codes, pushEnabled }: Rules) => ({
  administrator: account?.administrator ?? false,
  held: (account?.held ?? []).filter((kind) => kind !== 'TOKENPUSH' || pushEnabled),
  mailable: account !== null && codePlaces.under(codes, account).length > 0,
  questions: account?.questions ?? 0,
  registering: account?.registration_required ?? false,
})

export const stepsFor = (transaction: Transaction, account: Account | null, rules: Rules): Steps =>
  requiredSteps(transaction.purpose, standingOf(account, rules), rules)

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
    // It spares nothing any more once it is forgotten, or its owner has become an administrator.
    if (row.authenticator === 'MACHINE') return !account.administrator && account.machine !== null
    if (row.authenticator === 'KNOWN_DEVICE') return !account.administrator && account.device_known
    return row.authenticator !== 'PASSWORD' || isPresentPassword(account, row)
  })

interface Situation {
  readonly transaction: Transaction
  readonly account: Account
  readonly rules: Rules
  /** Evidence that holds. */
  readonly evidence: readonly StoredEvidence[]
}

export type Obstacle =
  | 'account_locked'
  | 'user_locked'
  | 'user_invalid_state'
  | 'registration_expired'
  | 'access_denied'

/** As decisions name them; what the rules say beside is the decision's own. */
export const refusalBy = {
  account_locked: 'ACCOUNT_LOCKED',
  user_locked: 'USER_LOCKED',
  user_invalid_state: 'USER_INVALID_STATE',
  registration_expired: 'REGISTRATION_EXPIRED',
  access_denied: 'FLOW',
} as const satisfies Readonly<Record<Obstacle, Refusal>>

/** What keeps someone out who has proven enough: told to nobody who has proven nothing. */
export const obstacleOf = async (
  ctx: Context,
  {
    transaction: { purpose },
    account,
    rules,
  }: Pick<Situation, 'transaction' | 'account' | 'rules'>,
): Promise<Obstacle | null> => {
  if (ctx.tenant.locked) return 'account_locked'
  if (purpose === 'SETUP' && account.state === 'REGISTERING') return null
  if (account.locked || blocked.user(ctx, account.name)) return 'user_locked'
  if (account.state !== 'ACTIVE') return 'user_invalid_state'
  if (await isRegistrationOver(ctx, account)) return 'registration_expired'
  return purpose === 'SIGN_IN' && rules.flow.outcome === 'DENY' ? 'access_denied' : null
}

export type NextMove =
  | { readonly kind: 'step'; readonly step: Step }
  | {
      readonly kind: 'action'
      readonly actions: readonly z.output<typeof RequiredAction>[]
      /** What ENROLL_SECOND_FACTOR may enrol. */
      readonly enrols: readonly ('TOKEN' | 'FIDO')[]
    }
  | { readonly kind: 'complete' }

const mustChangePassword = (ctx: Context, account: Account): boolean =>
  account.force_change === true ||
  (account.expires_at !== null && account.expires_at <= ctx.platform.clock.now())

/** What comes next, from evidence and account alone. */
export const nextMove = (ctx: Context, situation: Situation): NextMove => {
  const { transaction, account, rules, evidence } = situation
  const due = stepDue(stepsFor(transaction, account, rules), evidence)
  const usedPassword = evidence.some(({ authenticator }) => authenticator === 'PASSWORD')
  const change =
    transaction.purpose === 'SIGN_IN' && usedPassword && mustChangePassword(ctx, account)
      ? (['PASSWORD_CHANGE'] as const)
      : []
  // A reset never enrols: its first proof is a mailed code alone. Nor does who verifies somebody.
  const enrols = due?.enrols ?? []
  if (due !== null && (due.allowed.length > 0 || enrols.length === 0)) {
    return { kind: 'step', step: due }
  }
  if (due !== null) return { kind: 'action', actions: ['ENROLL_SECOND_FACTOR', ...change], enrols }
  return change.length > 0 ? { kind: 'action', actions: change, enrols: [] } : { kind: 'complete' }
}
