import { expect, test } from 'vitest'
import { faultsOf, mutantsIn, scoreOf } from './judge.ts'

const place = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})

const reportOf = (...statuses: readonly string[]): string =>
  JSON.stringify({
    files: {
      'a.ts': {
        source: 'const x = 1\nif (x > 0) act()\n',
        mutants: statuses.map((status) => ({
          mutatorName: 'ConditionalExpression',
          replacement: 'true',
          status,
          location: place(2, 5, 10),
        })),
      },
    },
  })

const survivor = {
  file: 'a.ts',
  mutator: 'ConditionalExpression',
  from: 'x > 0',
  to: 'true',
  reason: 'x is never negative',
}

const killed = Array.from({ length: 17 }, () => 'Killed')

test('counts what was caught among what could be, an endless loop with it', () => {
  const mutants = mutantsIn(reportOf('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'))
  expect(scoreOf(mutants)).toEqual({ caught: 2, tried: 4, percent: 50 })
})

test('refuses a score under 85 percent', () => {
  const mutants = mutantsIn(reportOf(...killed, 'Survived', 'Survived', 'Survived', 'Survived'))
  expect(faultsOf(mutants, [survivor])).toEqual(['81.0 % caught; 85 % asked.'])
})

test('refuses a survivor without a reason, and a reason whose mutant was caught', () => {
  const mutants = mutantsIn(reportOf(...killed, 'Survived'))
  expect(faultsOf(mutants, [survivor])).toEqual([])
  expect(faultsOf(mutants, [])).toEqual([
    'survived without a reason: a.ts:2 ConditionalExpression: x > 0 -> true',
  ])
  expect(faultsOf(mutantsIn(reportOf(...killed)), [survivor])).toEqual([
    'did not survive: a.ts x > 0 -> true',
  ])
})

test('refuses what is no report', () => {
  expect(() => mutantsIn('{}')).toThrow('Not a report of Stryker.')
  expect(() => mutantsIn('{"files":{"a.ts":{"source":"","mutants":[{}]}}}')).toThrow('Not a mutant')
})
