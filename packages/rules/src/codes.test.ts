import { describe, expect, test } from 'vitest'
import { foldCode } from './codes.ts'

describe('a typed code', () => {
  test.each([
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['๑๒๓๔๕๖', '123456'],
    ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'],
    ['\u200e123\u00a0456\u200b', '123456'],
    ['ＡＢ－ＣＤ', 'ABCD'],
    ['abc', 'abc'],
    ['', ''],
  ])('%j means %s', (typed, meant) => {
    expect(foldCode(typed)).toBe(meant)
  })

  test('has an ASCII digit for every decimal digit of Unicode, in the order of each script', () => {
    const digits = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((character) => /\p{Nd}/u.test(character))
    expect(digits.length % 10).toBe(0)
    expect(digits.map(foldCode)).toEqual(digits.map((_, at) => String(at % 10)))
  })
})
