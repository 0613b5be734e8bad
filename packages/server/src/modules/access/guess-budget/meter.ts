import { generalFamily } from '@signet/contract/settings/general'
import { type GuessMeter, guessBudgetFamily } from '@signet/contract/settings/guessbudget'
import { lockoutFamily } from '@signet/contract/settings/lockout'
import {
  guessersDevices,
  guessesPerYear,
  probabilityOf,
  yearlyProbability,
} from '@signet/rules/guess-budget'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { counting, isCounted } from '../../authenticators/attempts/index.ts'
import { rows } from '../../settings/families/index.ts'
import { type Everybody, type Reckoning, reckonings } from './ways.ts'

type CountedFactor = keyof typeof counting.budgets
type Meter = z.input<typeof GuessMeter>
type Row = Meter['meters'][number]['authenticators'][number]

/**
 * Answers that nothing locks are as many as can be sent: more than any installation takes. They are
 * reckoned with none the less, so that nothing is taken for unguessable.
 */
const answersPerYear = 365 * 86_400 * 1_000_000

interface Reckoned {
  readonly settings: Everybody
  readonly factor: string
  readonly reckoning: Reckoning
}

const likeliest = ({ ways }: Reckoning): number | null =>
  ways.length === 0 ? null : Math.max(...ways.map(({ chance }) => chance))

/** What no lock stands before: a link, a push, a face. */
const unlocked = ({ basis, ways: [way] }: Reckoning) => ({
  attempts: null,
  lockMillis: null,
  growth: null,
  guessesPerYear: basis === 'CHANCE' ? answersPerYear : null,
  probability:
    basis === 'CHANCE' && way !== undefined ? probabilityOf(answersPerYear, way.chance) : null,
})

const locked = (factor: CountedFactor, { settings, reckoning: { basis, ways } }: Reckoned) => {
  const lockouts = { general: settings.of(generalFamily), lockout: settings.of(lockoutFamily) }
  const budget = counting.budgetUnder(lockouts, factor)
  return {
    attempts: budget.batch,
    lockMillis: budget.firstLockSeconds * 1000,
    growth: budget.growth,
    guessesPerYear: guessersDevices * guessesPerYear(budget),
    probability: basis === 'CHANCE' ? yearlyProbability(budget, ways) : null,
  }
}

const rowOf = (reckoned: Reckoned): Row => {
  const { factor, reckoning } = reckoned
  return {
    authenticator: factor,
    basis: reckoning.basis,
    chance: likeliest(reckoning),
    ...(isCounted(factor) ? locked(factor, reckoned) : unlocked(reckoning)),
  }
}

const rowsOf = (settings: Everybody): Meter['meters'][number] => ({
  policy: settings.policy,
  authenticators: Object.entries(reckonings).map(([factor, reckon]) =>
    rowOf({ settings, factor, reckoning: reckon(settings) }),
  ),
})

/** The meter as the settings stand now, in the caller's transaction if there is one. */
export const readMeter = async (ctx: Context): Promise<Meter> => {
  const everybody = await rows.policies.listPresent(ctx)
  const bound = everybody[0]?.of(guessBudgetFamily).bound ?? guessBudgetFamily.defaults.bound
  return { bound, meters: everybody.map(rowsOf) }
}

/** The likeliest guess of each authenticator, over everybody and every policy. */
const worst = ({ meters }: Meter): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { authenticator, probability } of meters.flatMap((each) => each.authenticators)) {
    found.set(authenticator, Math.max(found.get(authenticator) ?? 0, probability ?? 0))
  }
  return found
}

/**
 * Whether a change goes too far: something is guessed more often than the bound allows, and the
 * change made that so. What stood above the bound before may be mended step by step.
 */
export const goesTooFar = (before: Meter, after: Meter): boolean => {
  const was = worst(before)
  return [...worst(after)].some(
    ([authenticator, probability]) =>
      probability > after.bound &&
      (probability > (was.get(authenticator) ?? 0) || after.bound < before.bound),
  )
}
