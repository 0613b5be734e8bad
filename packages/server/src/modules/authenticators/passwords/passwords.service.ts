import type {
  PasswordRules,
  PasswordStatus,
  PasswordVerdict,
} from '@signet/contract/authenticators/passwords'
import { authenticatorStatus } from '@signet/rules/status'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { clearBudgets, listLockouts, lockoutExpiryOf } from '../attempts/index.ts'
import { holdWaysIn } from '../owners/index.ts'
import { fitsHash } from './foreign-hashes.ts'
import {
  type Candidate,
  findFaults,
  isInHistory,
  isTooYoung,
  preparedPassword,
  refuseFaults,
} from './password-rules.ts'
import {
  findPassword,
  removePassword,
  type StoredPassword,
  savePassword,
  trimHistory,
} from './passwords.repository.ts'

type Status = z.input<typeof PasswordStatus>

const shown = (ctx: Context, row: StoredPassword | undefined) => {
  const record = {
    present: row !== undefined,
    compromised: row?.compromised ?? false,
    forceUpdate: row?.force_change ?? false,
    expiryTime: row?.expires_at ?? null,
  }
  return { ...record, status: authenticatorStatus(record, ctx.platform.clock.now()) }
}

export const readStatus = async (ctx: Context, userId: string): Promise<Status> => {
  const row = await findPassword(ctx, userId)
  const lockouts = await listLockouts(ctx, userId)
  return {
    ...shown(ctx, row),
    changedAt: row?.changed_at ?? null,
    lockoutExpiry: lockoutExpiryOf(lockouts, 'PASSWORD'),
  }
}

export const readRules = async (
  ctx: Context,
  userId: string | null = null,
): Promise<z.input<typeof PasswordRules>> => {
  const { digit, lowercase, uppercase, special, ...rules } = await settings.password(ctx, userId)
  return { ...rules, classes: { digit, lowercase, uppercase, special } }
}

/** Judges a candidate against the rules alone: former passwords tell something about their owner. */
export const judge = async (
  ctx: Context,
  candidate: Candidate,
): Promise<z.input<typeof PasswordVerdict>> => {
  const failed = await findFaults(ctx, candidate)
  return { valid: failed.length === 0, failed }
}

/** Whether this is the user's present password; a hash is computed in any case. */
export const isPassword = async (
  ctx: Context,
  userId: string,
  password: string,
): Promise<boolean> => {
  const stored = await findPassword(ctx, userId)
  const prepared = preparedPassword(password)
  return fitsHash(ctx, { userId, stored: stored?.hash ?? null, password: prepared })
}

export interface ChosenPassword extends Candidate {
  /** Set by an administrator: neither age nor history holds it back. */
  readonly byAdministrator?: boolean
}

/**
 * The hash of a new password that meets the rules; computed before the transaction that stores it.
 * @throws password_invalid, password_invalid_compromised, password_invalid_history
 */
export const hashChosen = async (ctx: Context, chosen: ChosenPassword): Promise<string> => {
  const faults = await findFaults(ctx, chosen)
  const { userId, byAdministrator = false } = chosen
  if (userId !== null && !byAdministrator) {
    if (await isTooYoung(ctx, userId)) faults.push('too_young')
    if (faults.length === 0 && (await isInHistory(ctx, userId, chosen.password))) {
      faults.push('history')
    }
  }
  refuseFaults(faults)
  const prepared = preparedPassword(chosen.password)
  if (prepared === null) throw new ApiError('password_invalid')
  return ctx.platform.hashes.hash(prepared, ctx.tenant.id)
}

export interface StoredChoice {
  readonly userId: string
  readonly hash: string
  readonly forceChange: boolean
  /** The sign-in transaction in which it was chosen; null outside one. */
  readonly transactionId: string | null
}

/** Stores a hash; part of the caller's transaction. Locks by wrong passwords and codes end with it. */
export const storePassword = async (ctx: Context, choice: StoredChoice): Promise<void> => {
  const { maximumAgeMillis, historySize } = await settings.password(ctx, choice.userId)
  const now = ctx.platform.clock.now()
  await savePassword(ctx, {
    user_id: choice.userId,
    hash: choice.hash,
    changed_at: now,
    changed_in: choice.transactionId,
    expires_at: maximumAgeMillis === 0 ? null : new Date(now.getTime() + maximumAgeMillis),
    force_change: choice.forceChange,
  })
  await trimHistory(ctx, choice.userId, historySize)
  await clearBudgets(ctx, choice.userId)
}

/** @throws not_found when there is none; part of the caller's transaction */
export const takeAway = async (
  ctx: Context,
  user: { readonly id: string; readonly name: string },
): Promise<void> => {
  await holdWaysIn(ctx, user.id)
  if ((await removePassword(ctx, user.id)) === 0) throw new ApiError('not_found')
  audit(ctx, 'PASSWORD_DELETED', { subject: { entity: 'USERS', ...user } })
}
