import { describe, expect, it } from 'vitest'
import { parseSuite } from './ocra.ts'

/** RFC 6287, section 6. */
describe('the text of a suite', () => {
  it.each([
    '',
    'OCRA-2:HOTP-SHA1-6:QN08',
    'OCRA-1:HOTP-MD5-6:QN08',
    'OCRA-1:HOTP-SHA1-3:QN08',
    'OCRA-1:HOTP-SHA1-0:QN08',
    'OCRA-1:HOTP-SHA1-11:QN08',
    'OCRA-1:HOTP-SHA1-66:QN08',
    'OCRA-1:XHOTP-SHA1-6:QN08',
    'OCRA-1:HOTP-SHA1:QN08',
    'OCRA-1:HOTP-SHA1-6',
    'OCRA-1:HOTP-SHA1-6:QN03',
    'OCRA-1:HOTP-SHA1-6:QN65',
    'OCRA-1:HOTP-SHA1-6:QB08',
    'OCRA-1:HOTP-SHA1-6:QN08-PMD5',
    'OCRA-1:HOTP-SHA1-6:QN08-S000',
    'OCRA-1:HOTP-SHA1-6:QN08-S513',
    'OCRA-1:HOTP-SHA1-6:QN08-T',
    'OCRA-1:HOTP-SHA1-6:QN08-T1',
    'OCRA-1:HOTP-SHA1-6:QN08-TM',
    'OCRA-1:HOTP-SHA1-6:QN08-T1D',
    'OCRA-1:HOTP-SHA1-6:QN08-T0M',
    'OCRA-1:HOTP-SHA1-6:QN08-T60S',
    'OCRA-1:HOTP-SHA1-6:QN08-T60M',
    'OCRA-1:HOTP-SHA1-6:QN08-T49H',
    'OCRA-1:HOTP-SHA1-6:QN08-C',
    'OCRA-1:HOTP-SHA1-6:QN08:',
    'OCRA-1:HOTP-SHA1-6:C',
    ' OCRA-1:HOTP-SHA1-6:QN08',
    'OCRA-1:HOTP-SHA1-6:QN08\n',
  ])('is not %j', (wrong) => {
    expect(parseSuite(wrong)).toBeNull()
  })

  const least = {
    hash: 'SHA1',
    digits: 4,
    counter: false,
    question: { format: 'N', length: 4 },
    pinHash: null,
    sessionBytes: null,
    stepSeconds: null,
  }

  it.each([
    ['HOTP-SHA1-4:QN04', {}],
    ['HOTP-SHA256-9:QN04', { hash: 'SHA256', digits: 9 }],
    ['HOTP-SHA512-10:QN04', { hash: 'SHA512', digits: 10 }],
    ['HOTP-SHA1-4:C-QN04', { counter: true }],
    ['HOTP-SHA1-4:QH64', { question: { format: 'H', length: 64 } }],
    ['HOTP-SHA1-4:QA10', { question: { format: 'A', length: 10 } }],
    ['HOTP-SHA1-4:QN04-PSHA1', { pinHash: 'SHA1' }],
    ['HOTP-SHA1-4:QN04-PSHA256', { pinHash: 'SHA256' }],
    ['HOTP-SHA1-4:QN04-PSHA512', { pinHash: 'SHA512' }],
    ['HOTP-SHA1-4:QN04-S001', { sessionBytes: 1 }],
    ['HOTP-SHA1-4:QN04-S512', { sessionBytes: 512 }],
    ['HOTP-SHA1-4:QN04-T1S', { stepSeconds: 1 }],
    ['HOTP-SHA1-4:QN04-T59S', { stepSeconds: 59 }],
    ['HOTP-SHA1-4:QN04-T59M', { stepSeconds: 59 * 60 }],
    ['HOTP-SHA1-4:QN04-T48H', { stepSeconds: 48 * 3600 }],
    [
      'HOTP-SHA1-4:C-QN04-PSHA256-S128-T2H',
      { counter: true, pinHash: 'SHA256', sessionBytes: 128, stepSeconds: 7200 },
    ],
  ])('may be OCRA-1:%s', (rest, said) => {
    const text = `OCRA-1:${rest}`
    expect(parseSuite(text)).toEqual({ text, ...least, ...said })
  })
})
