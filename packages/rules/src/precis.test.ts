import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseIdentifier, preparePassword } from './precis.ts'

/** Letters and digits of many scripts whose case maps one to one, and sequences that compose. */
const cased = Array.from('abcxyzäöüéñçøåğœæłжяёддωλαδ')
const plain = Array.from('0123456789-_.@北京ひカ한ไทยक')
const name = fc.string({ unit: fc.constantFrom(...cased, ...plain), minLength: 1, maxLength: 20 })

const inUpperCase = (text: string, flags: readonly boolean[]): string =>
  Array.from(text, (character, index) =>
    flags[index] === true ? character.toUpperCase() : character,
  ).join('')

/** ASCII as full-width forms (U+FF01 to U+FF5E stand in the order of U+0021 to U+007E). */
const inFullWidth = (text: string, flags: readonly boolean[]): string =>
  Array.from(text, (character, index) => {
    const isAscii = /^[\x21-\x7e]$/.test(character)
    return flags[index] === true && isAscii
      ? String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)
      : character
  }).join('')

const flags = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 })
const sequences = (values: readonly string[]) => values.map((value) => [value])

describe('identifiers', () => {
  test('normalise to a form that normalises to itself', () => {
    const anything = fc.oneof(name, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(anything, (text) => {
        const once = normaliseIdentifier(text)
        if (once !== null) expect(normaliseIdentifier(once)).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  test('that differ only by case, width or composition are one', {
    meta: { covers: ['S7'] },
  }, () => {
    const forms = fc.constantFrom('NFC', 'NFD')
    fc.assert(
      fc.property(name, flags, flags, forms, (text, upper, wide, form) => {
        const variant = inFullWidth(inUpperCase(text, upper), wide).normalize(form)
        expect(normaliseIdentifier(text)).not.toBeNull()
        expect(normaliseIdentifier(variant)).toBe(normaliseIdentifier(text))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['juliet@example.com', 'juliet@example.com'],
    ['fussball', 'fussball'],
    ['fußball', 'fußball'],
    ['π', 'π'],
    ['Σ', 'σ'],
    ['σ', 'σ'],
    ['ς', 'ς'],
    ['ΟΔΟΣ', 'οδος'],
    ['  Ann  ', 'ann'],
    ['John  Smith', 'john smith'],
    ['Ａｎｎ　Ｌｅｅ', 'ann lee'],
    ['ｶﾞ', 'ガ'],
    ['\u212b', 'å'],
    ['CORP\\jdoe', 'corp\\jdoe'],
    ['l·l', 'l·l'],
    ['L·L', 'l·l'],
    ['ア・イ', 'ア・イ'],
    ['שלום', 'שלום'],
    ['שלום1', 'שלום1'],
    ['أحمد', 'أحمد'],
  ])('%s becomes %s', (typed, normalised) => {
    expect(normaliseIdentifier(typed)).toBe(normalised)
  })

  test.each(
    sequences([
      '',
      '   ',
      'henry\u2163',
      '\u265a',
      '∞',
      'a\u200bb',
      'a\u200db',
      'a\u00adb',
      'a\u034fb',
      'a\ufe0fb',
      'a\u202eb',
      'a\u0000b',
      'a\tb',
      'ﬁnn',
      'x²',
      '½',
      'a·b',
      'a\u30fbb',
      '\u0660\u06f0',
      'שלוםabc',
      'abcשלום',
      '1שלום',
      '\u0640',
      '\ud800',
      '\ufdd0',
      '\u0378',
      '\uffe3',
      '\u1160',
      'a'.repeat(321),
    ]),
  )('%j is refused', (typed) => {
    expect(normaliseIdentifier(typed)).toBeNull()
  })
})

describe('passwords', () => {
  test('keep case and width, and lose only how they were composed', () => {
    expect(preparePassword('Cafe\u0301\u00a0Ａ')).toBe('Caf\u00e9 Ａ')
  })

  test.each(['', 'a\u0000', 'a\nb', '\ud800'])('%j is refused', (text) => {
    expect(preparePassword(text)).toBeNull()
  })
})
