import { expect, test } from 'vitest'
import { overBudget, sweepCosts } from './timing.ts'

test.each([
  ['within both', { seconds: 880, cpuSeconds: 1650 }, 1, undefined],
  [
    'too much CPU time',
    { seconds: 1000, cpuSeconds: 1701 },
    1,
    /1701\.0 s of CPU time.* 1700\.0 s/,
  ],
  [
    'too long with the cores for itself',
    { seconds: 910, cpuSeconds: 1600 },
    1,
    /910\.0 s.* 900\.0 s/,
  ],
  ['too long beside others', { seconds: 1300, cpuSeconds: 1400 }, 1, undefined],
  ['unknown CPU time', { seconds: 1300, cpuSeconds: null }, 1, undefined],
  ['within both on a slow machine', { seconds: 1300, cpuSeconds: 2500 }, 1.5, undefined],
  [
    'too much for a slow machine',
    { seconds: 1500, cpuSeconds: 2551 },
    1.5,
    /2551\.0 s.* 2550\.0 s/,
  ],
  ['too much, on a fast machine', { seconds: 800, cpuSeconds: 1701 }, 0.5, /1701\.0 s.* 1700\.0 s/],
])('judges a run: %s', (_case, spent, pace, expected) => {
  const said = overBudget(spent, { cores: 2, pace })
  if (expected === undefined) expect(said).toBeUndefined()
  else expect(said).toMatch(expected)
})

test('tells what a sweep takes for each endpoint, the longest sweep first', () => {
  const timing = { file: 'other.test.ts', seconds: 9, cpuSeconds: 9, endpoints: 0 }
  const short = { file: 'short.test.ts', seconds: 1, cpuSeconds: 0.5, endpoints: 2 }
  const long = { file: 'long.test.ts', seconds: 4, cpuSeconds: 3, endpoints: 100 }
  expect(sweepCosts([timing, short, long])).toEqual([
    '   0.040 s  CPU 0.030 s  of 100: long.test.ts',
    '   0.500 s  CPU 0.250 s  of 2: short.test.ts',
  ])
})
