import {
  type AttemptBudget,
  type LockableAuthenticator,
  lockableAuthenticators,
  usualBudgets,
} from '@signet/rules/guess-budget'
import { oneOf } from '@signet/rules/membership'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'

/** Factors whose answers can be guessed; signatures cannot, so passkeys need no budget. */
export type CountedFactor =
  | 'PASSWORD'
  | 'TOKEN'
  | 'OTP'
  | 'RECOVERY_CODE'
  | 'TEMP_ACCESS_CODE'
  | 'GRID'
  | 'EXTERNAL'
  | 'KBA'

/**
 * `batch` wrong answers lock for `firstLockSeconds`, the next batch for `growth` times as long, and
 * so on. The count starts again after a year without a wrong answer.
 */
export type Budget = AttemptBudget

export const budgets: Readonly<Record<CountedFactor, Budget>> = {
  PASSWORD: { batch: 5, firstLockSeconds: 900, growth: 4 },
  ...usualBudgets,
}

/** What a tenant, or a policy of a person's groups, has set of lockouts. */
interface Lockouts {
  readonly general: { readonly passwordAttempts: number; readonly passwordLockMillis: number }
  readonly lockout: {
    readonly authenticators: Readonly<
      Partial<
        Record<LockableAuthenticator, { readonly attempts: number; readonly lockMillis: number }>
      >
    >
  }
}

const isLockable = oneOf(lockableAuthenticators)

/** The budget of a factor under these settings. */
export const budgetUnder = ({ general, lockout }: Lockouts, factor: CountedFactor): Budget => {
  const usual = budgets[factor]
  const { passwordAttempts: attempts, passwordLockMillis: lockMillis } = general
  const own = isLockable(factor) ? lockout.authenticators[factor] : undefined
  const set = factor === 'PASSWORD' ? { attempts, lockMillis } : own
  if (set === undefined) return usual
  return { ...usual, batch: set.attempts, firstLockSeconds: Math.ceil(set.lockMillis / 1000) }
}

/** The budget of a factor as this person (a user's id or a stranger's key) has it. */
export const budgetOf = async (
  ctx: Context,
  factor: CountedFactor,
  person: string,
): Promise<Budget> => {
  const [general, lockout] = await Promise.all([
    settings.general(ctx, person),
    settings.lockout(ctx, person),
  ])
  return budgetUnder({ general, lockout }, factor)
}

/** Factors that need no budget of their own. */
type Uncounted =
  | 'IDP'
  | 'MAGICLINK'
  | 'TOKENCR'
  | 'TOKENPUSH'
  | 'FIDO'
  | 'PASSKEY'
  | 'MACHINE'
  | 'FACE'
  | 'USER_CERTIFICATE'

/** How each factor reaches its owner: two factors of one sign-in never share a channel. */
export const channels: Readonly<Record<CountedFactor | Uncounted, string>> = {
  PASSWORD: 'MEMORY',
  TOKEN: 'APP',
  TOKENCR: 'APP',
  TOKENPUSH: 'APP',
  FIDO: 'SECURITY_KEY',
  PASSKEY: 'SECURITY_KEY',
  MACHINE: 'BROWSER',
  FACE: 'CAMERA',
  USER_CERTIFICATE: 'CERTIFICATE',
  OTP: 'MAIL',
  MAGICLINK: 'MAIL',
  RECOVERY_CODE: 'PAPER',
  TEMP_ACCESS_CODE: 'HELP_DESK',
  GRID: 'GRID_CARD',
  EXTERNAL: 'EXTERNAL_SERVICE',
  KBA: 'MEMORY',
  // Whoever holds somebody's account elsewhere often holds their mailbox: no code goes there beside it.
  IDP: 'MAIL',
}

export const isCounted = (factor: string): factor is CountedFactor => factor in budgets

export { longestLockSeconds } from '@signet/rules/guess-budget'

export const forgetAfterMillis = 365 * 86_400_000

/** Answers that may be tried in a row. */
export const guessesBeforeLock = (ctx: Context, factor: CountedFactor): number => {
  const [general, lockout] = [settings.general.lastRead(ctx), settings.lockout.lastRead(ctx)]
  return budgetUnder({ general, lockout }, factor).batch
}
