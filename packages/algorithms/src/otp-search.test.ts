import { describe, expect, it } from 'vitest'
import { hotp } from './otp.ts'
import { codeFits } from './otp-search.ts'

const secret = Buffer.from('12345678901234567890')
const now = new Date('2026-11-29T10:00:10Z')
const seconds = Math.floor(now.getTime() / 1000)

const fitsOf = (code: string) =>
  codeFits({ secret, code, now, counter: 5, periodSeconds: 30 }).map(
    ({ kind, hash, periodSeconds, offsetSeconds }) => [kind, hash, periodSeconds, offsetSeconds],
  )

describe('the ways in which a secret makes a code', () => {
  it.each([
    ['SHA1', 30, 0],
    ['SHA1', 60, 0],
    ['SHA1', 60, -600],
    ['SHA256', 30, 600],
    ['SHA512', 60, 120],
  ] as const)('finds %s with steps of %i s, %i s away', (algorithm, period, offset) => {
    const step = Math.floor(seconds / period) + offset / period
    const code = hotp({ secret, digits: 8, algorithm }, step)
    expect(fitsOf(code)).toContainEqual(['TIME', algorithm, period, offset])
  })

  it('finds a counter from the one of the file on', () => {
    const codeOf = (counter: number) => hotp({ secret, digits: 8, algorithm: 'SHA1' }, counter)
    expect(fitsOf(codeOf(5))).toContainEqual(['COUNTER', 'SHA1', null, null])
    expect(fitsOf(codeOf(105))).toContainEqual(['COUNTER', 'SHA1', null, null])
    expect(fitsOf(codeOf(4))).toEqual([])
    expect(fitsOf(codeOf(106))).toEqual([])
  })

  /* The last code of RFC 4226, appendix D, is of counter 9. */
  it('finds the codes of RFC 4226', () => {
    expect(fitsOf('520489')).toContainEqual(['COUNTER', 'SHA1', null, null])
  })

  it('finds nothing for what is no code, nor beyond ten minutes', () => {
    const step = Math.floor(seconds / 30) + 21
    expect(fitsOf(hotp({ secret, digits: 8, algorithm: 'SHA1' }, step))).toEqual([])
    expect(fitsOf('12345')).toEqual([])
    expect(fitsOf('１２３４５６')).toEqual([])
  })
})
