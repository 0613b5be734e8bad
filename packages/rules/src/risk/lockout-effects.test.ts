import { describe, expect, it } from 'vitest'
import { locksOf, type NotedAnswer } from './lockout-effects.ts'

const minute = 60_000
const budget = { batch: 3, firstLockSeconds: 900, growth: 4 }
const begins = Date.UTC(2026, 10, 1)
const answers = (...noted: readonly [NotedAnswer['result'], number][]): NotedAnswer[] =>
  noted.map(([result, minutes]) => ({ result, at: begins + minutes * minute }))

describe('a lock', () => {
  it('is set off by the last answer of a batch, and met by what follows while it lasts', () => {
    const noted = answers(['WRONG', 0], ['WRONG', 1], ['WRONG', 2], ['RIGHT', 10], ['RIGHT', 18])
    expect(locksOf(noted, budget)).toEqual([false, false, true, true, false])
  })

  it('grows from batch to batch', () => {
    const first = answers(['WRONG', 0], ['WRONG', 1], ['WRONG', 2])
    const second = answers(['WRONG', 30], ['WRONG', 31], ['WRONG', 32])
    const after = answers(['RIGHT', 60], ['RIGHT', 93])
    const locked = locksOf([...first, ...second, ...after], budget)
    expect(locked.slice(5)).toEqual([true, true, false])
  })

  it('is not set off where a right answer ends the sign-in of the wrong ones', () => {
    const once = answers(['WRONG', 0], ['WRONG', 1], ['RIGHT', 2])
    const again = answers(['WRONG', 60], ['WRONG', 61], ['RIGHT', 62])
    expect(locksOf([...once, ...again], budget)).toEqual(Array.from({ length: 6 }, () => false))
  })

  it('counts what was wrong long before a right answer none the less', () => {
    const noted = answers(['WRONG', 0], ['WRONG', 60], ['RIGHT', 120], ['WRONG', 180])
    expect(locksOf(noted, budget)).toEqual([false, false, false, true])
  })

  it('is met by nobody where more answers are let through, who then answer as if wrong', () => {
    const noted = answers(['WRONG', 0], ['WRONG', 1], ['WRONG', 2], ['LOCKED', 3])
    expect(locksOf(noted, { ...budget, batch: 5 })).toEqual([false, false, false, false])
    expect(locksOf(noted, { ...budget, batch: 4 })).toEqual([false, false, false, true])
  })
})
