import { describe, expect, it } from 'vitest'
import { type OcraInput, ocra, parseSuite, pinDigest } from './ocra.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const keys = {
  20: ascii('12345678901234567890'),
  32: ascii('12345678901234567890123456789012'),
  64: ascii('1234567890123456789012345678901234567890123456789012345678901234'),
} as const
const pin = pinDigest('SHA1', '1234')
/** 25 March 2008, 12:06:30 UTC, in minutes. */
const step = 0x132d0b6

const repeated = (...codes: readonly string[]) =>
  codes.map((code, at) => [{ question: String(at).repeat(8) }, code] as const)
const counted = (...codes: readonly string[]) =>
  codes.map((code, counter) => [{ question: '12345678', counter }, code] as const)

type Vector = readonly [OcraInput, string]

/** RFC 6287, appendix C: every suite of it, in its order. */
const appendix: readonly (readonly [suite: string, key: 20 | 32 | 64, readonly Vector[]])[] = [
  [
    'OCRA-1:HOTP-SHA1-6:QN08',
    20,
    repeated(
      '237653',
      '243178',
      '653583',
      '740991',
      '608993',
      '388898',
      '816933',
      '224598',
      '750600',
      '294470',
    ),
  ],
  [
    'OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1',
    32,
    counted(
      '65347737',
      '86775851',
      '78192410',
      '71565254',
      '10104329',
      '65983500',
      '70069104',
      '91771096',
      '75011558',
      '08522129',
    ),
  ],
  [
    'OCRA-1:HOTP-SHA256-8:QN08-PSHA1',
    32,
    repeated('83238735', '01501458', '17957585', '86776967', '86807031'),
  ],
  [
    'OCRA-1:HOTP-SHA512-8:C-QN08',
    64,
    repeated(
      '07016083',
      '63947962',
      '70123924',
      '25341727',
      '33203315',
      '34205738',
      '44343969',
      '51946085',
      '20403879',
      '31409299',
    ).map(([input, code], counter) => [{ ...input, counter }, code]),
  ],
  [
    'OCRA-1:HOTP-SHA512-8:QN08-T1M',
    64,
    repeated('95209754', '55907591', '22048402', '24218844', '36209546'),
  ],
  [
    'OCRA-1:HOTP-SHA256-8:QA08',
    32,
    [
      [{ question: 'CLI22220SRV11110' }, '28247970'],
      [{ question: 'CLI22221SRV11111' }, '01984843'],
      [{ question: 'CLI22222SRV11112' }, '65387857'],
      [{ question: 'CLI22223SRV11113' }, '03351211'],
      [{ question: 'CLI22224SRV11114' }, '83412541'],
      [{ question: 'SRV11110CLI22220' }, '15510767'],
      [{ question: 'SRV11111CLI22221' }, '90175646'],
      [{ question: 'SRV11112CLI22222' }, '33777207'],
      [{ question: 'SRV11113CLI22223' }, '95285278'],
      [{ question: 'SRV11114CLI22224' }, '28934924'],
      [{ question: 'SIG10000' }, '53095496'],
      [{ question: 'SIG11000' }, '04110475'],
      [{ question: 'SIG12000' }, '31331128'],
      [{ question: 'SIG13000' }, '76028668'],
      [{ question: 'SIG14000' }, '46554205'],
    ],
  ],
  [
    'OCRA-1:HOTP-SHA512-8:QA08',
    64,
    [
      [{ question: 'CLI22220SRV11110' }, '79496648'],
      [{ question: 'CLI22221SRV11111' }, '76831980'],
      [{ question: 'CLI22222SRV11112' }, '12250499'],
      [{ question: 'CLI22223SRV11113' }, '90856481'],
      [{ question: 'CLI22224SRV11114' }, '12761449'],
    ],
  ],
  [
    'OCRA-1:HOTP-SHA512-8:QA08-PSHA1',
    64,
    [
      [{ question: 'SRV11110CLI22220' }, '18806276'],
      [{ question: 'SRV11111CLI22221' }, '70020315'],
      [{ question: 'SRV11112CLI22222' }, '01600026'],
      [{ question: 'SRV11113CLI22223' }, '18951020'],
      [{ question: 'SRV11114CLI22224' }, '32528969'],
    ],
  ],
  [
    'OCRA-1:HOTP-SHA512-8:QA10-T1M',
    64,
    [
      [{ question: 'SIG1000000' }, '77537423'],
      [{ question: 'SIG1100000' }, '31970405'],
      [{ question: 'SIG1200000' }, '10235557'],
      [{ question: 'SIG1300000' }, '95213541'],
      [{ question: 'SIG1400000' }, '65360607'],
    ],
  ],
]

const parsed = (text: string) => {
  const suite = parseSuite(text)
  if (suite === null) throw new Error(`no suite: ${text}`)
  return suite
}

describe('OCRA', () => {
  it.each(appendix)('answers %s as RFC 6287, appendix C', (text, key, vectors) => {
    const suite = parsed(text)
    const codes = vectors.map(([input]) => ocra(suite, keys[key], { pin, step, ...input }))
    expect(codes).toEqual(vectors.map(([, code]) => code))
  })

  it('signs session information, padded in front', () => {
    const suite = parsed('OCRA-1:HOTP-SHA256-8:QH08-S064')
    const answer = (session: Uint8Array) => ocra(suite, keys[32], { question: '1234abCD', session })
    expect(answer(ascii('x'))).toBe(answer(Buffer.concat([Buffer.alloc(63), ascii('x')])))
    expect(answer(ascii('x'))).not.toBe(answer(ascii('y')))
  })

  it.each([
    ['in either case', '1234abcd', '1234ABCD'],
    ['with the zeros of its padding', '1234abcd', '1234abcd00'],
    ['with an odd number of digits', 'abc', 'abc0'],
  ])('reads a hexadecimal question %s (RFC 6287, section 5.1)', (_name, question, same) => {
    const suite = parsed('OCRA-1:HOTP-SHA256-8:QH08')
    expect(ocra(suite, keys[32], { question })).toBe(ocra(suite, keys[32], { question: same }))
  })

  const missing = { counter: undefined, pin: undefined, session: undefined, step: undefined }

  it.each<[string, OcraInput]>([
    ['C-QN08', { question: '1', counter: 0 }],
    ['QN08-PSHA1', { question: '1', pin }],
    ['QN08-T1M', { question: '1', step: 0 }],
    ['QN08-S064', { question: '1', session: new Uint8Array(64) }],
  ])('answers %s with what it signs', (text, input) => {
    expect(ocra(parsed(`OCRA-1:HOTP-SHA1-6:${text}`), keys[20], input)).toMatch(/^\d{6}$/)
  })

  it.each<[string, string, Partial<OcraInput>]>([
    ['C-QN08', 'counter', missing],
    ['C-QN08', 'counter', { counter: -1 }],
    ['QN08-PSHA1', 'PIN', missing],
    ['QN08-PSHA1', 'PIN', { pin: pin.subarray(1) }],
    ['QN08-PSHA256', 'PIN', { pin }],
    ['QN08-T1M', 'time', missing],
    ['QN08-T1M', 'time', { step: -1 }],
    ['QN08-S064', 'session', missing],
    ['QN08-S064', 'session', { session: new Uint8Array(65) }],
  ])('answers %s only with a %s of the right form', (text, name, input) => {
    const suite = parsed(`OCRA-1:HOTP-SHA1-6:${text}`)
    const answer = () => ocra(suite, keys[20], { question: '12345678', ...input })
    expect(answer).toThrow(new RangeError(`the suite signs the ${name}`))
  })

  it.each([
    ['QN08', ''],
    ['QN08', 'abc'],
    ['QN08', '-1'],
    ['QN08', '٣'],
    ['QN08', '1 '],
    ['QA08', 'é'],
    ['QA08', 'é1234567'],
    ['QA08', '1234567\n'],
    ['QH08', '123g'],
    ['QH08', 'g123'],
  ])('has no answer by %s to %j', (text, question) => {
    const answer = () => ocra(parsed(`OCRA-1:HOTP-SHA1-6:${text}`), keys[20], { question })
    expect(answer).toThrow(new RangeError('not a question of this suite'))
  })

  it.each([
    ['QA64', 'a'.repeat(128), 'a'.repeat(129)],
    ['QH64', 'a'.repeat(256), 'a'.repeat(257)],
    ['QN64', String(256n ** 128n - 1n), String(256n ** 128n)],
  ])('answers by %s questions of 128 bytes, and none longer', (text, longest, beyond) => {
    const suite = parsed(`OCRA-1:HOTP-SHA1-6:${text}`)
    expect(ocra(suite, keys[20], { question: longest })).toMatch(/^\d{6}$/)
    const answer = () => ocra(suite, keys[20], { question: beyond })
    expect(answer).toThrow(new RangeError('a question of more than 128 bytes'))
  })
})
