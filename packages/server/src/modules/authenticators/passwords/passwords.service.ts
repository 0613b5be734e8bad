import type {
  PasswordRules,
  PasswordVerdict,
  PasswordWarning,
  SetPasswordStatus,
} from '@signet/contract/authenticators/passwords'
import { radiusPasswordBytes, utf8Bytes } from '@signet/rules/radius'
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
  isStillCompromised,
  isTooYoung,
  preparedPassword,
  refuseFaults,
} from './password-rules.ts'
import {
  findOwners,
  findPassword,
  forceChange,
  hasRadius,
  type NewPassword,
  removePassword,
  type StoredPassword,
  savePasswords,
  trimHistory,
} from './passwords.repository.ts'

type Status = z.input<typeof SetPasswordStatus>

const shown = (ctx: Context, row: StoredPassword | undefined) => {
  const record = {
    present: row !== undefined,
    compromised: row?.compromised ?? false,
    forceUpdate: row?.force_change ?? false,
    expiryTime: row?.expires_at ?? null,
  }
  return { ...record, status: authenticatorStatus(record, ctx.platform.clock.now()) }
}

/** Where a password that meets the rules cannot be used all the same. */
const warningsOf = async (
  ctx: Context,
  password: string,
): Promise<z.output<typeof PasswordWarning>[]> =>
  utf8Bytes(password) > radiusPasswordBytes && (await hasRadius(ctx)) ? ['radius_too_long'] : []

/** @param password that was just set: its warnings come with the state */
export const readStatus = async (
  ctx: Context,
  userId: string,
  password: string | null = null,
): Promise<Status> => {
  const row = await findPassword(ctx, userId)
  const lockouts = await listLockouts(ctx, userId)
  return {
    ...shown(ctx, row),
    changedAt: row?.changed_at ?? null,
    lockoutExpiry: lockoutExpiryOf(lockouts, 'PASSWORD'),
    warnings: password === null ? [] : await warningsOf(ctx, password),
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
  const warnings = await warningsOf(ctx, candidate.password)
  return { valid: failed.length === 0, failed, warnings }
}

/** Whether this is the user's present password; a hash is computed in any case. */
export const isPassword = async (
  ctx: Context,
  userId: string,
  password: string,
): Promise<boolean> => {
  const stored = await findPassword(ctx, userId)
  const prepared = preparedPassword(password)
  const { hash = null, binding = null } = stored ?? {}
  return fitsHash(ctx, { userId, stored: hash, binding, password: prepared })
}

interface ChosenPassword extends Candidate {
  /** Set by an administrator for another user: neither age nor history applies. */
  readonly byAdministrator?: boolean
}

/**
 * The hash of a new password that meets the rules; computed before the transaction that stores it.
 * @throws password_invalid, password_invalid_compromised, password_invalid_history
 */
export const hashChosen = async (ctx: Context, chosen: ChosenPassword): Promise<string> => {
  const faults = await findFaults(ctx, chosen)
  const { userId, byAdministrator = false } = chosen
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === userId
  if (userId !== null && byAdministrator && !isOwn) {
    if (await isStillCompromised(ctx, userId, chosen.password)) faults.push('compromised')
  } else if (userId !== null) {
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

type PasswordSettings = ReturnType<typeof settings.password.lastRead>
type Rules = Pick<PasswordSettings, 'maximumAgeMillis' | 'historySize'>

const save = (
  ctx: Context,
  all: readonly NewPassword[],
  { maximumAgeMillis }: Pick<Rules, 'maximumAgeMillis'>,
): Promise<void> => {
  const changedAt = ctx.platform.clock.now()
  const expiresAt = maximumAgeMillis === 0 ? null : new Date(changedAt.getTime() + maximumAgeMillis)
  return savePasswords(ctx, all, { changedAt, expiresAt })
}

/** How a new user gets a first password: for the area below, whose writes travel together. */
export const initialPassword = {
  /** @throws password_invalid, password_invalid_compromised */
  hash: (
    ctx: Context,
    { password, words }: { readonly password: string; readonly words: readonly string[] },
  ): Promise<string> => hashChosen(ctx, { userId: null, password, words }),
  /** Writes only; the rules were read when the password was hashed. */
  store: (ctx: Context, password: NewPassword): Promise<void> =>
    save(ctx, [password], settings.password.lastRead(ctx)),
} as const

/** Passwords by the settings that are in force for their users: of their groups, and for administrators. */
const byRules = async (ctx: Context, all: readonly NewPassword[]) => {
  const owners = await findOwners(
    ctx,
    all.map(({ userId }) => userId),
  )
  const sets = new Map<PasswordSettings, NewPassword[]>()
  for (const password of all) {
    const rules = await settings.password(ctx, owners.get(password.userId) ?? null)
    const set = sets.get(rules)
    if (set === undefined) sets.set(rules, [password])
    else set.push(password)
  }
  return sets
}

/** Stores the first passwords of new users. */
export const insertPasswords = async (ctx: Context, all: readonly NewPassword[]): Promise<void> => {
  for (const [rules, some] of await byRules(ctx, all)) await save(ctx, some, rules)
}

const replaceUnder = async (
  ctx: Context,
  all: readonly NewPassword[],
  rules: Rules,
): Promise<void> => {
  const ids = all.map(({ userId }) => userId)
  await save(ctx, all, rules)
  await trimHistory(ctx, ids, rules.historySize)
  await clearBudgets(ctx, ids)
}

/** Puts passwords in the place of the former ones; failed attempts are forgotten. */
export const replacePasswords = async (
  ctx: Context,
  all: readonly NewPassword[],
): Promise<void> => {
  for (const [rules, some] of await byRules(ctx, all)) await replaceUnder(ctx, some, rules)
}

/** The same for one user, by the settings of their groups; part of the caller's transaction. */
export const storePassword = async (ctx: Context, password: NewPassword): Promise<void> =>
  replaceUnder(ctx, [password], await settings.password(ctx, password.userId))

interface Named {
  readonly id: string
  readonly name: string
}

/** Demands another password at the next sign-in, and asks each user by email to choose it. */
export const demandChange = async (ctx: Context, users: readonly Named[]): Promise<void> => {
  await forceChange(
    ctx,
    users.map(({ id }) => id),
  )
  for (const user of users) {
    audit(ctx, 'PASSWORD_NOTIFIED', {
      subject: { entity: 'USERS', id: user.id, name: user.name },
      after: { forceUpdate: true },
    })
  }
}

/** @throws not_found when there is none; part of the caller's transaction */
export const takeAway = async (ctx: Context, user: Named): Promise<void> => {
  await holdWaysIn(ctx, user.id)
  if ((await removePassword(ctx, user.id)) === 0) throw new ApiError('not_found')
  audit(ctx, 'PASSWORD_DELETED', { subject: { entity: 'USERS', ...user } })
}
