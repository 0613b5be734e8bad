/** How often wrong answers are let through: `batch` of them, then a lock, then the next. */
export interface AttemptBudget {
  readonly batch: number
  readonly firstLockSeconds: number
  /** How many times as long each further lock is. */
  readonly growth: number
}

/** No lock is longer; the powers grow past what an interval of the database holds. */
export const longestLockSeconds = 10 * 365 * 86_400
const mostDoublings = 20
const yearSeconds = 365 * 86_400

/** The lock that a budget gets by its `batches`-th full batch, in seconds. */
export const lockAfter = ({ firstLockSeconds, growth }: AttemptBudget, batches: number): number =>
  Math.min(longestLockSeconds, firstLockSeconds * growth ** Math.min(batches - 1, mostDoublings))

/**
 * Guesses that a budget lets through within a year, each taken as early as it may be. With a cost of
 * one: `batch` times the largest n whose locks, firstLock * (growth^(n-1) - 1) / (growth - 1), end
 * within the year (RFC 4226, section 7.3, throttles likewise; NIST SP 800-63B, 5.2.2 asks for it).
 * @param cost what one guess takes of the budget, as many as the tokens that it is tried on
 */
export const guessesPerYear = (budget: AttemptBudget, cost = 1): number => {
  let [waited, spent, guesses] = [0, 0, 0]
  while (waited < yearSeconds) {
    const before = Math.floor(spent / budget.batch)
    spent += cost
    guesses += 1
    const batches = Math.floor(spent / budget.batch)
    if (batches > before) waited += lockAfter(budget, batches)
  }
  return guesses
}

/**
 * Strange devices share a budget, and each known one has its own: the guesser of these figures has
 * taken one of them.
 */
export const guessersDevices = 2

/** That one of independent guesses is right: 1 - (1 - chance)^guesses, exact for small chances. */
export const probabilityOf = (guesses: number, chance: number): number =>
  -Math.expm1(guesses * Math.log1p(-chance))

/** How an authenticator is guessed. */
export interface Guessing {
  /** That one guess is right. */
  readonly chance: number
  /** What it takes of the budget. */
  readonly cost: number
}

/** The probability that a year of guessing gets in, by the best of the ways. */
export const yearlyProbability = (budget: AttemptBudget, ways: readonly Guessing[]): number =>
  Math.max(
    0,
    ...ways.map(({ chance, cost }) =>
      probabilityOf(guessersDevices * guessesPerYear(budget, cost), chance),
    ),
  )

/** Codes of `digits` digits, of which `valid` are right at a time (RFC 4226, section 7.3: sv / 10^d). */
export const codeChance = (digits: number, valid = 1): number => Math.min(1, valid / 10 ** digits)

/**
 * One code tried on each of up to `most` tokens: for each number of them a way of its own, since
 * their cost fills batches otherwise.
 */
export const tokenWays = (most: number, chanceOfOne: number): readonly Guessing[] =>
  Array.from({ length: most }, (_, index) => ({
    cost: index + 1,
    chance: probabilityOf(index + 1, chanceOfOne),
  }))

/** Authenticators whose locks a tenant sets one by one; those of passwords stand with the sessions. */
export const lockableAuthenticators = [
  'TOKEN',
  'OTP',
  'RECOVERY_CODE',
  'TEMP_ACCESS_CODE',
  'GRID',
  'EXTERNAL',
  'KBA',
] as const
export type LockableAuthenticator = (typeof lockableAuthenticators)[number]

/**
 * Chosen so that a year of guessing, with a known device in the guesser's hand too, succeeds with a
 * probability under 1 in 10,000 for each account. A second factor is guessed by someone who holds
 * the first, so its batches are small; the owner answers for all of it by a new password.
 */
export const usualBudgets: Readonly<Record<LockableAuthenticator, AttemptBudget>> = {
  TOKEN: { batch: 3, firstLockSeconds: 900, growth: 16 },
  OTP: { batch: 5, firstLockSeconds: 900, growth: 4 },
  RECOVERY_CODE: { batch: 5, firstLockSeconds: 900, growth: 4 },
  TEMP_ACCESS_CODE: { batch: 5, firstLockSeconds: 900, growth: 4 },
  // Of 17 million answers or more: a challenge never asks fewer than five characters of 28.
  GRID: { batch: 3, firstLockSeconds: 900, growth: 16 },
  EXTERNAL: { batch: 3, firstLockSeconds: 900, growth: 16 },
  // What people know of themselves others may find out: no batch makes that hard to guess.
  KBA: { batch: 3, firstLockSeconds: 3600, growth: 16 },
}
