import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesOf } from '../test/test-files.ts'
import { draw, drawSize } from './draw.ts'
import { excuses } from './excuses.ts'
import { allMutations, lists } from './lists.ts'
import { type Mutation, mutate } from './mutation.ts'
import { isAssertion, judge, type MutantReport } from './verdict.ts'

/** What is wrong with a mutation as the files are now. */
const faultOf = (mutation: Mutation): string[] => {
  try {
    mutate(readFileSync(mutation.file, 'utf8'), mutation)
    return []
  } catch (error) {
    return [`${mutation.id}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const later = ['S41', 'S44', 'S50', 'S57', 'S60', 'S68', 'S69', 'S70', 'S71', 'S72', 'S73', 'S74']
const rows = Array.from({ length: 32 }, (_, index) => `S${index + 1}`).concat(later)
const sections = readFileSync('docs/security.md', 'utf8').split(/^### /m).slice(1)
const numberOf = (section: string): string => section.slice(0, section.indexOf('.'))

/** Promises that got their test after the draw move others down by this much at most. */
const slack = 20

describe('the list of mutations', () => {
  it('finds each text exactly once', () => {
    expect(allMutations.flatMap(faultOf)).toEqual([])
  })

  it('names test files of the project that runs them', () => {
    const unknown = allMutations.flatMap(({ id, project, tests }) => {
      const files = filesOf([project])
      return tests.filter((file) => !files.includes(file)).map((file) => `${id}: ${file}`)
    })
    expect(unknown).toEqual([])
    expect(allMutations.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('gives no id twice', () => {
    const ids = allMutations.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('has each of the attacks S1 to S32, and those that came later', () => {
    const listed = new Set(lists.security.map(({ id }) => id.replace(/\..*$/, '')))
    expect([...listed].toSorted()).toEqual(rows.toSorted())
  })

  it('excuses each of these attacks of which a part is pending, and no other', () => {
    const pending = sections.filter((section) => /^- \*pending\*/m.test(section)).map(numberOf)
    const expected = pending.filter((number) => rows.includes(number))
    expect(excuses.map(({ id }) => id)).toEqual(expected)
  })

  it('has sixty promises of docs/coverage, drawn by the seed', () => {
    const drawn = draw(drawSize + slack)
    const ids = lists.coverage.map(({ id }) => id)
    expect(ids.filter((id) => !drawn.includes(id))).toEqual([])
    expect(ids).toHaveLength(drawSize)
  })
})

describe('a mutation', () => {
  const mutation: Mutation = {
    id: 'S1',
    promise: 'Costs $1.',
    file: 'a.ts',
    find: 'one',
    replace: '$&$1',
    tests: ['a.test.ts'],
    project: 'unit',
  }

  it('replaces the text as it is written', () => {
    expect(mutate('two one', mutation)).toBe('two $&$1')
  })

  it.each(['two', 'one one', ''])('rejects a file that holds %j', (text) => {
    expect(() => mutate(text, mutation)).toThrow('Not found exactly once in a.ts')
  })

  it('rejects a replacement that changes nothing', () => {
    expect(() => mutate('one', { ...mutation, replace: 'one' })).toThrow('Changes nothing')
  })
})

describe('the verdict', () => {
  const report = (change: Partial<MutantReport>): MutantReport => ({
    files: ['a.test.ts'],
    passed: 3,
    asserted: [],
    otherwise: [],
    broken: [],
    ...change,
  })
  const outcomeOf = (change: Partial<MutantReport>): string =>
    judge(report(change), ['a.test.ts']).outcome

  it('is caught when an expectation was not met', () => {
    expect(outcomeOf({ asserted: ['adds'] })).toBe('caught')
    expect(outcomeOf({ asserted: ['adds'], otherwise: ['TypeError'] })).toBe('caught')
  })

  it('is survived when every test passes', () => {
    expect(outcomeOf({})).toBe('survived')
  })

  it.each<[string, Partial<MutantReport>]>([
    ['a file that was not run', { files: [] }],
    ['a file that does not load', { asserted: ['adds'], broken: ['SyntaxError'] }],
    ['tests that fail by another error', { otherwise: ['TypeError'] }],
    ['a run without a test', { passed: 0 }],
  ])('is an error for %s', (_what, change) => {
    expect(outcomeOf(change)).toBe('error')
  })

  it('takes a failed assertion for one, also as the cause of a property', () => {
    const assertion = { name: 'AssertionError', message: 'expected 1 to be 2' }
    expect(isAssertion(assertion)).toBe(true)
    expect(isAssertion({ name: 'Error', message: 'Property failed', cause: assertion })).toBe(true)
    expect(isAssertion({ name: 'TypeError', message: 'x is not a function' })).toBe(false)
    expect(isAssertion({ name: 'Error', message: 'Test timed out in 5000ms.' })).toBe(false)
  })
})
