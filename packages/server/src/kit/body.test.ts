import { describe, expect, it } from 'vitest'
import { parseJson } from './body.ts'

const parse = (text: string): unknown => parseJson(Buffer.from(text))

describe('a JSON body', () => {
  it('is read as it stands', () => {
    expect(parse('{"a":[1,"[{",null,"\\u00e4\\ud83d\\ude00"]}')).toEqual({
      a: [1, '[{', null, 'ä😀'],
    })
    expect(parse('{"a":"__proto__"}')).toEqual({ a: '__proto__' })
    expect(parseJson(Buffer.alloc(0))).toBeUndefined()
  })

  it.each([
    ['cut JSON', '{"a":'],
    ['NUL, escaped', '{"a":"\\u0000"}'],
    ['NUL in a name', '{"a\\u0000":1}'],
    ['a lone surrogate', '{"a":["\\ud800"]}'],
    ['NUL as it is', '{"a":"\u0000"}'],
    ['a reserved name', '{"__proto__":{"admin":true}}'],
    ['a reserved name, escaped', '{"a":[{"\\u005f_proto__":{"admin":true}}]}'],
    ['41 levels', `${'['.repeat(41)}${']'.repeat(41)}`],
    ['100,000 levels', '['.repeat(100_000)],
    ['25,001 items', `[${'1,'.repeat(24_999)}1]`],
    ['25,001 names', `{${'"a":1,'.repeat(24_999)}"a":1}`],
    ['empty lists', `[${'[],'.repeat(20_000)}[]]`],
    ['levels after a text with quotes', `["\\"",${'['.repeat(41)}${']'.repeat(41)}]`],
  ])('is refused with %s', { meta: { covers: ['S27'] } }, (_what, text) => {
    expect(() => parse(text)).toThrow('invalid_parameters')
  })

  it('may hold 25,000 values, and texts of commas and brackets', () => {
    expect(parse(`[${'1,'.repeat(24_997)}1]`)).toHaveLength(24_998)
    expect(parse(JSON.stringify({ a: ',[{'.repeat(30_000) }))).toHaveProperty('a')
  })

  it('is refused when it is not UTF-8', { meta: { covers: ['S27'] } }, () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('invalid_parameters')
  })
})
