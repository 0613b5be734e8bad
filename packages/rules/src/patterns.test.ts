import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPattern } from '../testing/matches-pattern.ts'
import { compilePattern, replacePattern } from './patterns.ts'

const compiled = (source: string) => {
  const pattern = compilePattern(source)
  if (pattern === null) throw new Error(`${source} does not compile`)
  return pattern
}

const atoms = ['a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', 'é', '^', '$', '\\b', '\\B', '']
const consuming = ['a', 'b', '.', '[ab]', '(?:a|ab)', '(a+)', '(?:b|é)', 'a\\d*?', '(ab?)+']
const counts = ['*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??', '{1,2}?']
const nested = (tie: fc.LetrecTypedTie<{ node: string }>) => [
  fc.constantFrom(...atoms),
  fc
    .tuple(fc.constantFrom(...consuming), fc.constantFrom(...counts))
    .map(([a, b]) => `(?:${a})${b}`),
  fc.tuple(tie('node'), tie('node')).map(([left, right]) => left + right),
  fc.tuple(tie('node'), tie('node')).map(([left, right]) => `(?:${left}|${right})`),
  tie('node').map((node) => `(${node})`),
]

/** Sources that the platform's own engine runs too; small, so that its backtracking ends. */
const anySource: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    ...nested(tie),
    fc.tuple(tie('node'), fc.constantFrom(...counts)).map(([a, b]) => `(?:${a})${b}`),
  ),
})).node
/** Without repetition of parts that may be empty: there the platform may prefer another match. */
const plainSource: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, ...nested(tie)),
})).node
/** Characters of one code unit: the platform itself lets `\B` match inside a surrogate pair. */
const subject = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'é', '\n'), maxLength: 8 })

describe('patterns', () => {
  test('find a match exactly where the platform finds one', () => {
    fc.assert(
      fc.property(anySource, subject, (pattern, text) => {
        expect(matchesPattern(text, pattern)).toBe(new RegExp(pattern, 'u').test(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('replace what the platform replaces', () => {
    fc.assert(
      fc.property(plainSource, subject, (pattern, text) => {
        expect(replacePattern(compiled(pattern), text, { replacement: '<$&>' })).toBe(
          text.replace(new RegExp(pattern, 'gu'), '<$&>'),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['(a+)+$', `${'a'.repeat(4000)}!`],
    ['^(a|aa)*$', `${'a'.repeat(4000)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(4000)],
    ['(.*)*(.*)*(.*)*x$', 'y'.repeat(4000)],
    ['^(a?){50}(a){50}$', `${'a'.repeat(49)}b`],
  ])('answer for %s, which makes a backtracking engine hang', (pattern, text) => {
    expect(matchesPattern(text, pattern)).toBe(false)
  })

  test.each(['(a)\\1', '(?<x>a)\\k<x>', 'a(?=b)', 'a(?!b)', '(?<=a)b', '(?<!a)b', '(?i:a)'])(
    'refuse %s, which has no linear match',
    (pattern) => {
      expect(compilePattern(pattern)).toBeNull()
    },
  )

  test.each([
    '(',
    '[',
    '*',
    'a{2,1}',
    '\\',
    '(?<1>a)',
    'a'.repeat(501),
    '('.repeat(60) + ')'.repeat(60),
  ])('refuse what is no pattern or too large: %s', (pattern) => {
    expect(compilePattern(pattern)).toBeNull()
  })

  test.each(['((a{100}){100}){100}', 'a{1000000}', '(?:a{0,999}){0,999}', '(((){999}){999}){999}'])(
    'refuse %s before writing it out',
    (pattern) => {
      expect(compilePattern(pattern)).toBeNull()
    },
  )

  test('read classes, properties and named groups', () => {
    expect(matchesPattern('Ünal-7', '^\\p{Lu}[\\p{L}\\-\\]]+\\d$')).toBe(true)
    expect(
      replacePattern(compiled('(?<last>\\w+), (\\w+)'), 'Lee, Ann', { replacement: '$2 $1' }),
    ).toBe('Ann Lee')
    expect(replacePattern(compiled('.'), 'a😀', { replacement: '<$&>' })).toBe('<a><😀>')
    expect(replacePattern(compiled('a'), 'banana', { replacement: '$$' })).toBe('b$n$n$')
  })

  test('never match a text that is too long to be looked at', () => {
    expect(matchesPattern('a'.repeat(4097), 'a')).toBe(false)
    expect(replacePattern(compiled('a'), 'a'.repeat(4097), { replacement: '' })).toBeNull()
  })
})
