import { expect, test } from 'vitest'
import { exitCode, failure, failureLine, nothing, sum, summaryLine } from './result.ts'

const passed = { ...nothing, passed: 3 }
const skipped = { ...nothing, skipped: [{ name: 'journeys', reason: 'no Chromium' }] }

test('sums what the suites counted in one line', () => {
  expect(summaryLine(sum([passed, failure('broken'), skipped, passed]))).toBe(
    '6 passed, 1 failed, 1 skipped',
  )
})

test('names each failure by its first line', () => {
  expect(sum([passed, failure('broken\nat line 3'), failure('late')]).failures).toEqual([
    'broken',
    'late',
  ])
})

test('names what a browser waited for, the line that waited, and what the page showed', () => {
  const message = `locator.waitFor: Timeout 60000ms exceeded.
Call log:
  - waiting for getByText('Saved') to be visible
`
  const pages = [`http://localhost/#/user showed ${'Try again '.repeat(90)}`]
  const line = failureLine({ name: 'way-in.test.ts: leads', message, line: 122, pages })
  const start =
    "way-in.test.ts: leads: locator.waitFor: Timeout 60000ms exceeded., waiting for getByText('Saved') to be visible, line 122, http://localhost/#/user showed Try again "
  expect(line.slice(0, start.length)).toBe(start)
  expect(line.length).toBeLessThan(start.length + 300)
  expect(failureLine({ name: 'a.test.ts: sums', message: 'expected 1 to be 2' })).toBe(
    'a.test.ts: sums: expected 1 to be 2',
  )
})

test.each([
  ['passes when all passed', [passed], true, 0],
  ['fails on a failure', [passed, failure('broken')], false, 1],
  ['fails when nothing ran', [nothing], false, 1],
  ['passes with a skip where tools may be missing', [passed, skipped], false, 0],
  ['fails with a skip where everything must run', [passed, skipped], true, 1],
])('%s', (_sentence, results, isStrict, code) => {
  expect(exitCode(sum(results), isStrict)).toBe(code)
})
