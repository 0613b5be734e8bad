import { describe, expect, it } from 'vitest'
import {
  codeChance,
  guessesPerYear,
  probabilityOf,
  tokenWays,
  yearlyProbability,
} from './guess-budget.ts'

const year = 365 * 86_400

/** Numbers that look like chance and are the same each time. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

interface Budget {
  readonly batch: number
  readonly firstLockSeconds: number
  readonly growth: number
}

/** One guesser's year, second by second where nothing is locked: whether a code was right. */
const guessedRight = (budget: Budget, space: number, random: () => number): boolean => {
  let failures = 0
  for (let now = 0; now < year; ) {
    if (Math.floor(random() * space) === 0) return true
    failures += 1
    if (failures % budget.batch === 0) {
      now += budget.firstLockSeconds * budget.growth ** (failures / budget.batch - 1)
    }
  }
  return false
}

describe('guesses of a year', () => {
  it.each([
    [{ batch: 5, firstLockSeconds: 900, growth: 4 }, 1, 45],
    [{ batch: 3, firstLockSeconds: 900, growth: 16 }, 1, 15],
    [{ batch: 3, firstLockSeconds: 900, growth: 16 }, 5, 3],
    [{ batch: 10, firstLockSeconds: 300, growth: 4 }, 1, 100],
    [{ batch: 1, firstLockSeconds: year, growth: 1 }, 1, 1],
    [{ batch: 5, firstLockSeconds: 900, growth: 1 }, 1, 175_200],
  ])('of %j at a cost of %d are %d', (budget, cost, guesses) => {
    expect(guessesPerYear(budget, cost)).toBe(guesses)
  })

  it('are what the sum of the locks says, for a cost of one', () => {
    for (const growth of [2, 4, 16]) {
      for (const batch of [3, 5, 10]) {
        const firstLockSeconds = 900
        const locks = (n: number) => (firstLockSeconds * (growth ** (n - 1) - 1)) / (growth - 1)
        let n = 1
        while (locks(n + 1) < year) n += 1
        expect(guessesPerYear({ batch, firstLockSeconds, growth })).toBe(batch * n)
      }
    }
  })
})

describe('the probability of a year', () => {
  it('agrees with guessers who are simulated', () => {
    const budget = { batch: 3, firstLockSeconds: 900, growth: 4 }
    const space = 200
    const random = randomOf(7)
    const guessers = 20_000
    const right = Array.from({ length: guessers }, () => guessedRight(budget, space, random))
    const share = right.filter(Boolean).length / guessers
    const told = probabilityOf(guessesPerYear(budget), 1 / space)
    const deviation = Math.sqrt((told * (1 - told)) / guessers)
    expect(Math.abs(share - told)).toBeLessThan(4 * deviation)
  })

  it('is exact where the chance is far below what a number holds beside one', () => {
    expect(probabilityOf(30, 1e-18)).toBeCloseTo(3e-17, 25)
    expect(probabilityOf(1, 1)).toBe(1)
  })

  it('of an authenticator counts a stolen device, and the best number of tokens to guess at', () => {
    const budget = { batch: 3, firstLockSeconds: 900, growth: 16 }
    const chance = codeChance(6, 3)
    expect(yearlyProbability(budget, tokenWays(1, chance))).toBeCloseTo(9e-5, 7)
    expect(yearlyProbability(budget, tokenWays(5, chance))).toBeCloseTo(9.6e-5, 7)
    expect(yearlyProbability(budget, tokenWays(10, chance))).toBeGreaterThan(1e-4)
  })

  it('falls with each digit and rises with the tries', () => {
    const of = (digits: number, batch: number) =>
      yearlyProbability({ batch, firstLockSeconds: 900, growth: 4 }, [
        { chance: codeChance(digits), cost: 1 },
      ])
    expect(of(7, 5)).toBeLessThan(of(6, 5))
    expect(of(6, 6)).toBeGreaterThan(of(6, 5))
  })
})
