import { describe, expect, it } from 'vitest'
import { leakSearch } from './leaks.ts'

const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

describe('a search for leaks', () => {
  it.each([
    ['at the beginning', `${token} and more`],
    ['at the end', `before ${token}`],
    ['in the middle of a word', `x${token}x`],
    ['alone', token],
  ])('finds a long secret %s', (_where, text) => {
    expect(leakSearch(['0123456789abcdef', token]).in(text)).toEqual([token])
  })

  it.each([
    ['its end', token.slice(1)],
    ['its beginning', token.slice(0, -1)],
    ['another of the same end', `x${token.slice(1)}`],
    ['nothing', ''],
  ])('finds no long secret in %s', (_what, text) => {
    expect(leakSearch([token]).in(text)).toEqual([])
  })

  it('finds every secret of a text, each once', () => {
    const others = ['first secret of all', 'second secret of all']
    const text = `${others[0]} ${others[1]} ${others[0]} 123456`
    expect(
      leakSearch([...others, '123456', 'third secret of all'])
        .in(text)
        .toSorted(),
    ).toEqual(['123456', ...others])
  })

  it.each([
    ['"123456"', ['123456']],
    ['123456', ['123456']],
    ['1123456', []],
    ['123456-7', []],
    ['a 12345 b', []],
    ['(a+b)', ['a+b']],
    ['xa+bx', []],
  ])('finds a short secret only as a word: %s', (text, shown) => {
    expect(leakSearch(['123456', 'a+b']).in(text)).toEqual(shown)
  })

  it('agrees with a plain search wherever a secret is put', () => {
    const filler = 'abcdefghijklmnopqrstuvwxyz0123456789.'.repeat(20)
    const secret = 'klmnopqrstuvXYZ'
    for (let at = 0; at < filler.length; at += 7) {
      const text = filler.slice(0, at) + secret + filler.slice(at)
      expect(leakSearch([secret, 'never there at all']).in(text)).toEqual([secret])
    }
  })
})
