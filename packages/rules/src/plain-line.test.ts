import { describe, expect, it } from 'vitest'
import { isPlainLine, withoutHidden } from './text.ts'

const blanks = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d,
  0x200e, 0x2028, 0x202e, 0x2060, 0x2065, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0,
  0xfff0, 0xfff9, 0x1bca0, 0x1d173, 0xe0001, 0xe0061, 0xe0100, 0xe0fff,
].map((point) => [`U+${point.toString(16)}`, String.fromCodePoint(point)] as const)

describe('a line with a character that no reader sees', () => {
  it.each(blanks)('is not plain, alone or between letters: %s', (_, blank) => {
    expect(isPlainLine(blank)).toBe(false)
    expect(isPlainLine(`Ow${blank}ner`)).toBe(false)
    expect(isPlainLine(`Owner${blank}`)).toBe(false)
    expect(withoutHidden(`Ow${blank}ner`)).toBe('Owner')
  })

  it('holds no second joiner or selector', () => {
    expect(isPlainLine('می\u200c\u200cخواهم')).toBe(false)
    expect(isPlainLine('Owner1\ufe0f')).toBe(false)
    expect(isPlainLine(withoutHidden('a\ufe0f\u200d👩'))).toBe(true)
    expect(isPlainLine('葛\u{e0100}\u{e0101}')).toBe(false)
  })
})

it.each([
  'Jürgen',
  '葛\u{e0100}城市',
  'می\u200cخواهم',
  'ශ්\u200dරී',
  '👩🏽\u200d💻',
  '❤\ufe0f',
  '🏳\ufe0f\u200d🌈',
  '김철수',
  "O'Neill – Söhne",
  '1\ufe0f\u20e3',
])('takes a name as it is written: %s', (name) => {
  expect(isPlainLine(name)).toBe(true)
  expect(withoutHidden(name)).toBe(name)
})
