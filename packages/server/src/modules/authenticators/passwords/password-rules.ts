import { passwordFaults } from '@signet/rules/passwords'
import { preparePassword } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { isCompromised } from './compromised-passwords.ts'
import {
  findPassword,
  listHistory,
  listOwnWords,
  type StoredPassword,
} from './passwords.repository.ts'

/** The text that is hashed; null for what no password can be. */
export const preparedPassword = (password: string): string | null =>
  password.length > 1024 ? null : preparePassword(password)

export interface Candidate {
  /** Null for an account that does not exist yet. */
  readonly userId: string | null
  readonly password: string
  /** More names of the owner than the stored ones. */
  readonly words?: readonly string[]
}

type PasswordSettings = Awaited<ReturnType<typeof settings.password>>

const rulesOf = (family: PasswordSettings, words: readonly string[]) => ({
  minimumLength: family.minimumLength,
  maximumLength: family.maximumLength,
  classes: {
    digit: family.digit,
    lowercase: family.lowercase,
    uppercase: family.uppercase,
    special: family.special,
  },
  forbiddenWords: words,
})

const ownWords = async (ctx: Context, { userId, words = [] }: Candidate) =>
  userId === null ? words : [...words, ...(await listOwnWords(ctx, userId))]

/** Rules that a password fails, former passwords and age left out; empty when it is good. */
export const findFaults = async (ctx: Context, candidate: Candidate): Promise<string[]> => {
  const prepared = preparedPassword(candidate.password)
  if (prepared === null) return ['not_allowed_characters']
  const family = await settings.password(ctx, candidate.userId)
  const { words } = await settings.blacklistedPasswords(ctx)
  const faults: string[] = [
    ...passwordFaults(prepared, rulesOf(family, words), await ownWords(ctx, candidate)),
  ]
  if (
    family.refuseCompromised &&
    (await isCompromised(prepared, ctx.platform.config.pwnedPasswordsDir))
  ) {
    faults.push('compromised')
  }
  return faults
}

/** Whether a password must be changed: an administrator requires it, it is in a breach, or it has expired. */
const isDue = ({ platform }: Context, stored: StoredPassword | undefined): boolean =>
  stored !== undefined &&
  (stored.force_change ||
    stored.compromised ||
    (stored.expires_at !== null && stored.expires_at <= platform.clock.now()))

/** Whether it is the current password although that was found in a breach: then no one may set it. */
export const isStillCompromised = async (
  ctx: Context,
  userId: string,
  password: string,
): Promise<boolean> => {
  const current = await findPassword(ctx, userId)
  const prepared = preparedPassword(password)
  if (current === undefined || !current.compromised || prepared === null) return false
  return ctx.platform.hashes.verify(current.hash, prepared, { tenantId: ctx.tenant.id })
}

/**
 * Whether it is the current password, however that was stored, or one of the former ones; the hashes
 * are compared off the request's thread. Without a history the current one counts while it must be
 * changed.
 */
export const isInHistory = async (
  ctx: Context,
  userId: string,
  password: string,
): Promise<boolean> => {
  const { historySize } = await settings.password(ctx, userId)
  const prepared = preparedPassword(password)
  if (prepared === null) return false
  const current = await findPassword(ctx, userId)
  if (historySize === 0 && !isDue(ctx, current)) return false
  const former = historySize === 0 ? [] : await listHistory(ctx, userId, historySize)
  const hashes = new Set([...(current === undefined ? [] : [current.hash]), ...former])
  const matches = await Promise.all(
    [...hashes].map((hash) =>
      ctx.platform.hashes.verify(hash, prepared, { tenantId: ctx.tenant.id }),
    ),
  )
  return matches.includes(true)
}

/** Whether the present password is too young for its owner to change it. */
export const isTooYoung = async (ctx: Context, userId: string): Promise<boolean> => {
  const { minimumAgeMillis } = await settings.password(ctx, userId)
  if (minimumAgeMillis === 0) return false
  const password = await findPassword(ctx, userId)
  if (password === undefined || password.force_change) return false
  return password.changed_at.getTime() + minimumAgeMillis > ctx.platform.clock.now().getTime()
}

/** @throws password_invalid naming the rules, password_invalid_compromised, password_invalid_history */
export const refuseFaults = (faults: readonly string[]): void => {
  if (faults.length === 0) return
  if (faults.includes('compromised')) throw new ApiError('password_invalid_compromised')
  if (faults.includes('history')) throw new ApiError('password_invalid_history')
  throw new ApiError('password_invalid', {
    fields: faults.map((message) => ({ path: 'body.newPassword', message })),
  })
}
