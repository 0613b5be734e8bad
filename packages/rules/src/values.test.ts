import { describe, expect, test } from 'vitest'
import { durationFromMs, durationToMs } from './durations.ts'
import { areUnique } from './lists.ts'
import { isAtMostField, numberOf } from './numbers.ts'
import { queryText } from './queries.ts'
import { heldInSearchBox } from './search.ts'
import * as text from './text.ts'

describe('text', () => {
  test('of white space only is not filled', () => {
    expect(text.isFilled(' \t\u00a0')).toBe(false)
    expect(text.isFilled(undefined)).toBe(false)
  })

  test('is measured in characters, not code units', () => {
    expect(text.isTrimmedLengthAtMost('😀😀', 2)).toBe(true)
    expect(text.isLengthAtLeast('😀', 2)).toBe(false)
    expect(text.cutText('a😀b', 2)).toBe('a😀')
  })

  test('counts outer spaces where it is a secret', () => {
    expect(text.isLengthAtLeast(' a ', 3)).toBe(true)
  })

  test('keeps the letters of every script in the search box', () => {
    expect(heldInSearchBox('ผู้ใช้; Übersicht!')).toBe('ผู้ใช้ Übersicht')
  })

  test('refuses the lookalikes in either case and tells characters apart by case', () => {
    expect(text.hasNoDisallowedCharacters('acdl')).toBe(false)
    expect(text.hasNoDuplicateCharacters('aA')).toBe(true)
  })

  test('folds names that people would call the same', () => {
    expect(text.foldName('  Cafe\u0301  BAR ')).toBe('café bar')
  })
})

describe('lists', () => {
  test('do not count empty entries', () => {
    expect(areUnique(['a', '', 'b', ' '])).toBe(true)
  })
})

describe('numbers', () => {
  test.each(['1e3', '0x10', '1,5', 'NaN', 'Infinity', '', ' ', '1.', '1'.repeat(41)])(
    '%j is none',
    (value) => {
      expect(numberOf(value)).toBeNull()
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, true, [], {}])('%s is none', (value) => {
    expect(numberOf(value)).toBeNull()
  })

  test('compare with an empty field passes, with a field that is no number fails', () => {
    expect(isAtMostField(5, '')).toBe(true)
    expect(isAtMostField(5, 'abc')).toBe(false)
    expect(isAtMostField('abc', '')).toBe(false)
  })
})

describe('durations', () => {
  test('are whole milliseconds', () => {
    expect(durationToMs('1.5', 'min')).toBe(90_000)
    expect(durationToMs(0.5, 'ms')).toBeNull()
    expect(durationToMs(1, 'week')).toBeNull()
  })

  test('show a negative special value in a unit that divides it', () => {
    expect(durationFromMs(-1)).toEqual({ value: -1, unit: 'ms' })
    expect(durationFromMs(-60_000)).toEqual({ value: -1, unit: 'min' })
  })
})

test('a query keeps empty text, repeats the key of a list and escapes the rest', () => {
  expect(queryText({ a: '', b: undefined, c: 'x y&z' })).toBe('a=&c=x+y%26z')
  expect(queryText({ a: [1, null, 2] })).toBe('a=1&a=2')
})
