import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsInCondition, isMet } from './evaluate.ts'
import { parse } from './parse.ts'

const values = { Role: 'Guest', Until: '2027-01-31', Count: '12', Empty: '' }

describe('a condition', () => {
  it.each([
    ['{Role} = "Guest"', true],
    ["{Role} != 'Guest'", false],
    ['{Count} > 9', true],
    ['{Until} < "2027-02-01"', true],
    ['empty({Empty}) and not empty({Role})', true],
    ['{Nowhere} = "" or false', true],
    ['contains(lower({Role}), "gue") and starts({Role}, "G") and ends({Role}, "t")', true],
    ['if({Role} = "Guest", length({Role}) = 5, false)', true],
    ['not ({Role} = "Guest" or true)', false],
    ['upper({Role}) = "GUEST" and {Count} >= 12 and {Count} <= 12', true],
    ['', true],
  ])('%s is %s', (condition, expected) => {
    expect(isMet(condition, values)).toBe(expected)
  })

  it.each([
    ['{Role} = ', 9, 'VALUE_EXPECTED'],
    ['{Role', 0, 'NAME_NOT_ENDED'],
    ['"abc', 0, 'TEXT_NOT_ENDED'],
    ['{Role} # 1', 7, 'LETTER_UNKNOWN'],
    ['shout({Role})', 0, 'FUNCTION_UNKNOWN'],
    ['length()', 0, 'ARGUMENTS_WRONG'],
    ['(true', 5, 'BRACKET_EXPECTED'],
    ['true true', 5, 'END_EXPECTED'],
  ])('%s is refused at %i: %s', (condition, at, code) => {
    expect(parse(condition).fault).toEqual({ at, code })
  })

  it('of any depth is read, or refused, and never runs out of stack', {
    meta: { covers: ['S44'] },
  }, () => {
    expect(parse(`${'('.repeat(5000)}1${')'.repeat(5000)}`).fault?.code).toBe('TOO_DEEP')
    expect(parse('not '.repeat(5000)).fault?.code).toBe('TOO_DEEP')
  })

  it('of any text at all comes to an end with a value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(typeof isMet(text, values)).toBe('boolean')
      }),
    )
  })

  it('tells the fields that it asks for', () => {
    expect(fieldsInCondition('{A} = 1 and not empty({B}) or {C} < {D}')).toEqual([
      'A',
      'B',
      'C',
      'D',
    ])
  })
})
