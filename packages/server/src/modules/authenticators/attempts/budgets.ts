/** Factors whose answers can be guessed; signatures cannot, so passkeys need no budget. */
export type CountedFactor = 'PASSWORD' | 'TOKEN' | 'OTP' | 'RECOVERY_CODE'

/**
 * `batch` wrong answers lock for `firstLockSeconds`, the next batch for `growth` times as long, and
 * so on. The count starts again after a year without a wrong answer.
 */
export interface Budget {
  readonly batch: number
  readonly firstLockSeconds: number
  readonly growth: number
}

/**
 * Chosen so that a year of guessing, with a known device in the guesser's hand too, succeeds with a
 * probability under 1 in 10,000 for each account. A second factor is guessed by someone who holds
 * the first, so its batches are small; the owner answers for all of it by a new password.
 */
export const budgets: Readonly<Record<CountedFactor, Budget>> = {
  PASSWORD: { batch: 5, firstLockSeconds: 900, growth: 4 },
  TOKEN: { batch: 3, firstLockSeconds: 900, growth: 16 },
  OTP: { batch: 5, firstLockSeconds: 900, growth: 4 },
  RECOVERY_CODE: { batch: 5, firstLockSeconds: 900, growth: 4 },
}

/** How each factor reaches its owner: two factors of one sign-in never share a channel. */
export const channels: Readonly<Record<CountedFactor | 'FIDO' | 'PASSKEY', string>> = {
  PASSWORD: 'MEMORY',
  TOKEN: 'APP',
  FIDO: 'SECURITY_KEY',
  PASSKEY: 'SECURITY_KEY',
  OTP: 'MAIL',
  RECOVERY_CODE: 'PAPER',
}

export const isCounted = (factor: string): factor is CountedFactor => factor in budgets

/** No lock is longer; the powers above grow past what an interval holds. */
export const longestLockSeconds = 10 * 365 * 86_400

export const forgetAfterMillis = 365 * 86_400_000
