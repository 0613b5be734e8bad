import { expect, it } from 'vitest'
import { effectOf } from './effects.ts'

it.each([
  ['ALLOW', 'ALLOW', null],
  ['ALLOW', 'STEP_UP', 'STEPPED_UP'],
  ['ALLOW', 'DENY', 'BLOCKED'],
  ['STEP_UP', 'ALLOW', 'LET_THROUGH'],
  ['STEP_UP', 'DENY', 'BLOCKED'],
  ['DENY', 'ALLOW', 'LET_THROUGH'],
  ['DENY', 'STEP_UP', 'LET_THROUGH'],
  ['DENY', 'DENY', null],
] as const)(
  'a sign-in that came out as %s and would come out as %s counts as %s',
  (before, after, effect) => {
    expect(effectOf(before, after)).toBe(effect)
  },
)
