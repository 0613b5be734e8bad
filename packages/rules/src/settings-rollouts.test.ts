import { describe, expect, it } from 'vitest'
import { fewestFailures, hasRisen } from './settings-rollouts.ts'

const bounds = { points: 5, percent: 50 }
const counts = (failed: number, all: number) => ({ failed, all })

describe('a rise of failed sign-ins', () => {
  it.each([
    ['beyond both bounds', counts(10, 200), counts(40, 200), true],
    ['beyond the points only', counts(100, 200), counts(120, 200), false],
    ['beyond the percentage only', counts(2, 200), counts(10, 200), false],
    ['of more sign-ins with the same share', counts(10, 100), counts(100, 1000), false],
    ['from no sign-ins at all', counts(0, 0), counts(10, 40), true],
    ['of too few failures', counts(0, 100), counts(fewestFailures - 1, 10), false],
    ['to a lower share', counts(50, 100), counts(20, 100), false],
  ])('%s', (_name, before, after, expected) => {
    expect(hasRisen(before, after, bounds)).toBe(expected)
  })
})
