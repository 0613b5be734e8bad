import { describe, expect, it } from 'vitest'
import {
  findCounter,
  findStep,
  hotp,
  type OtpAlgorithm,
  otpauthUri,
  timeStep,
  typedSecret,
} from './otp.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const rfc4226 = { secret: ascii('12345678901234567890'), digits: 6, algorithm: 'SHA1' } as const

describe('HOTP', () => {
  it('gives the codes of RFC 4226, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(rfc4226, counter))
    expect(codes).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ])
  })
})

describe('a counter', () => {
  const found = (counter: number) =>
    findCounter(rfc4226, hotp(rfc4226, counter), { from: 5, lookAhead: 3 })

  it('is found by its code as far ahead as is looked, and never behind', () => {
    expect([4, 5, 6, 8, 9].map(found)).toEqual([null, 5, 6, 8, null])
  })

  it('is that of no other text', () => {
    for (const wrong of ['', '25467', '2546760', 'abcdef']) {
      expect(findCounter(rfc4226, wrong, { from: 5, lookAhead: 3 })).toBeNull()
    }
  })
})

/** RFC 6238, appendix B: the seed of each hash is as long as its output. */
const seeds: Readonly<Record<OtpAlgorithm, string>> = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
}
const vectors: readonly (readonly [seconds: number, OtpAlgorithm, code: string])[] = [
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1111111109, 'SHA1', '07081804'],
  [1111111109, 'SHA256', '68084774'],
  [1111111109, 'SHA512', '25091201'],
  [1111111111, 'SHA1', '14050471'],
  [1111111111, 'SHA256', '67062674'],
  [1111111111, 'SHA512', '99943326'],
  [1234567890, 'SHA1', '89005924'],
  [1234567890, 'SHA256', '91819424'],
  [1234567890, 'SHA512', '93441116'],
  [2000000000, 'SHA1', '69279037'],
  [2000000000, 'SHA256', '90698825'],
  [2000000000, 'SHA512', '38618901'],
  [20000000000, 'SHA1', '65353130'],
  [20000000000, 'SHA256', '77737706'],
  [20000000000, 'SHA512', '47863826'],
]

describe('TOTP', () => {
  it.each(vectors)(
    'at %d s with %s gives %s (RFC 6238, appendix B)',
    (seconds, algorithm, code) => {
      const parameters = { secret: ascii(seeds[algorithm]), digits: 8, algorithm }
      const step = timeStep(new Date(seconds * 1000), 30)
      expect(hotp(parameters, step)).toBe(code)
      expect(findStep(parameters, code, { step, window: 0 })).toBe(step)
    },
  )

  it('finds a code one step early and one step late, and none further off', () => {
    const found = [-2, -1, 0, 1, 2].map((offset) =>
      findStep(rfc4226, hotp(rfc4226, 1000 + offset), { step: 1000, window: 1 }),
    )
    expect(found).toEqual([null, 999, 1000, 1001, null])
  })

  const code = hotp(rfc4226, 1000)

  it.each([
    ['no text', ''],
    ['a digit less', code.slice(1)],
    ['a digit more', `${code}0`],
    ['a blank before it', ` ${code}`],
    ['a letter before the digits', `é${code.slice(1)}`],
    ['a letter after the digits', `${code.slice(0, -1)}é`],
    ['digits of another script', '٤٥٠١٣٠'],
    ['an exponent', '1e5'],
    ['a sign', '-12345'],
  ])('rejects %s in place of the code', (_name, wrong) => {
    expect(findStep(rfc4226, wrong, { step: 1000, window: 1 })).toBeNull()
  })

  it('writes the secret and the address as authenticator apps read them', () => {
    expect(typedSecret(rfc4226)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const uri = new URL(
      otpauthUri(rfc4226, { issuer: 'Acme & Co: East', account: 'ann', periodSeconds: 30 }),
    )
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(uri.searchParams.get('issuer')).toBe('Acme & Co: East')
  })
})
