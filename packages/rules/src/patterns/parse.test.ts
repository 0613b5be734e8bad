import { describe, expect, test } from 'vitest'
import { Budget, TooManySteps } from './budget.ts'
import { parsePattern } from './parse.ts'
import { type Node, UnsupportedPattern } from './syntax.ts'

const parsed = (source: string) => parsePattern(source, new Budget(1000))

const nested = (levels: number): string => `${'('.repeat(levels)}a${')'.repeat(levels)}`

const character = { kind: 'character', test: expect.any(Function) }
/** One option that consists of these. */
const choiceOf = (...items: readonly unknown[]) => ({
  kind: 'choice',
  options: [{ kind: 'sequence', items }],
})

/** Those of the characters that a pattern of one character matches. */
const matched = (source: string, characters: readonly string[]): readonly string[] => {
  const { root } = parsed(source)
  const only = root.kind === 'choice' ? root.options[0] : undefined
  const item: Node | undefined = only?.kind === 'sequence' ? only.items[0] : undefined
  if (item?.kind !== 'character') throw new Error(`${source} is not one character`)
  return characters.filter((one) => item.test(one))
}

describe('the tree of a pattern', () => {
  test.each([
    ['', choiceOf(), 0],
    ['ab', choiceOf(character, character), 0],
    ['(?:)', choiceOf(choiceOf()), 0],
    ['()', choiceOf({ kind: 'group', item: choiceOf(), index: 1 }), 1],
    ['(?<name>a)', choiceOf({ kind: 'group', item: choiceOf(character), index: 1 }), 1],
    [
      'a|',
      {
        kind: 'choice',
        options: [
          { kind: 'sequence', items: [character] },
          { kind: 'sequence', items: [] },
        ],
      },
      0,
    ],
    [
      '^\\b\\B$',
      choiceOf(
        { kind: 'assertion', assertion: 'start' },
        { kind: 'assertion', assertion: 'boundary' },
        { kind: 'assertion', assertion: 'inside' },
        { kind: 'assertion', assertion: 'end' },
      ),
      0,
    ],
  ])('reads %j', (source, root, groups) => {
    expect(parsed(source)).toEqual({ root, groups })
  })

  test.each([
    ['a*', 0, Infinity, false],
    ['a+', 1, Infinity, false],
    ['a?', 0, 1, false],
    ['a??', 0, 1, true],
    ['a{2}', 2, 2, false],
    ['a{2,}', 2, Infinity, false],
    ['a{2,13}?', 2, 13, true],
  ])('repeats %s from %d to %d times, lazily: %s', (source, minimum, maximum, lazy) => {
    const repeat = { kind: 'repeat', item: character, minimum, maximum, lazy }
    expect(parsed(source).root).toEqual(choiceOf(repeat))
  })

  test.each([
    ['a', ['a']],
    ['/', ['/']],
    ['\n', ['\n']],
    ['.', ['a', 'b', '/', '😀']],
    ['[ab\\]]', ['a', 'b']],
    ['[^]', ['a', 'b', '/', '\n', '😀']],
    ['\\x61', ['a']],
    ['\\u0062', ['b']],
    ['\\u{1f600}', ['😀']],
    ['\\uD83d\\ude00', ['😀']],
    ['\\ud83d', []],
    ['\\P{L}', ['/', '\n', '😀']],
    ['\\cJ', ['\n']],
    ['\\/', ['/']],
  ])('matches with %j the characters %j', (source, characters) => {
    expect(matched(source, ['a', 'b', '/', '\n', '😀'])).toEqual(characters)
  })
})

describe('a pattern that cannot be read', () => {
  test.each([
    ['(', 'group without end'],
    ['(?:a', 'group without end'],
    [')', 'end expected'],
    ['a)b', 'end expected'],
    ['(?=a)', 'look-around and modifiers'],
    ['(?!a)', 'look-around and modifiers'],
    ['(?<=a)b', 'look-around and modifiers'],
    ['(?<!a)b', 'look-around and modifiers'],
    ['(?i:a)', 'look-around and modifiers'],
  ])('rejects %s: %s', (source, message) => {
    expect(() => parsed(source)).toThrow(new UnsupportedPattern(message))
  })

  test.each(['*', 'a**', 'a{2,1}', 'a{,2}', '{', '}', ']', '[', '\\', '\\z', '(?<1>a)', '(a)\\1'])(
    'rejects %s, as the platform does in Unicode mode or on its own',
    (source) => {
      expect(() => parsed(source)).toThrow(SyntaxError)
    },
  )

  test('accepts 50 levels of groups, and no more', () => {
    expect(parsed(nested(50)).groups).toBe(50)
    expect(() => parsed(nested(51))).toThrow(new UnsupportedPattern('nested too deep'))
  })

  test('accepts 99 groups, and no more', () => {
    expect(parsed('()'.repeat(99)).groups).toBe(99)
    expect(() => parsed('()'.repeat(100))).toThrow(new UnsupportedPattern('too many groups'))
  })

  test.each([
    ['characters', 'a'.repeat(19), 'a'.repeat(20)],
    ['empty alternatives', '|'.repeat(19), '|'.repeat(20)],
  ])('takes a step for each of its %s', (_name, within, beyond) => {
    expect(() => parsePattern(within, new Budget(20))).not.toThrow()
    expect(() => parsePattern(beyond, new Budget(20))).toThrow(TooManySteps)
  })
})
