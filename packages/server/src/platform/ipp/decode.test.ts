import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { millisSince } from '../../../testing/cpu-time.ts'
import { IppAnswer } from './answers.ts'
import { decodeAnswer, IppMalformed } from './decode.ts'

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const counted = (bytes: Buffer): Buffer => Buffer.concat([short(bytes.length), bytes])
const entry = (tag: number, name: string, value: string | readonly number[] = ''): Buffer =>
  Buffer.concat([
    Buffer.from([tag]),
    counted(Buffer.from(name)),
    counted(typeof value === 'string' ? Buffer.from(value) : Buffer.from(value)),
  ])
const head = (status = 0): Buffer => Buffer.from([2, 0, status >> 8, status & 0xff, 0, 0, 0, 1])
const [jobs, end, printer] = [Buffer.from([2]), Buffer.from([3]), Buffer.from([4])]
const answer = (...parts: readonly Buffer[]): Buffer => Buffer.concat([head(), ...parts, end])
const [begin, close] = [(name: string) => entry(0x34, name), entry(0x37, '')]
const member = entry(0x4a, '', 'x')

const whole = answer(
  Buffer.from([1]),
  entry(0x47, 'attributes-charset', 'utf-8'),
  printer,
  entry(0x23, 'printer-state', [0, 0, 0, 3]),
  entry(0x22, 'printer-is-accepting-jobs', [1]),
  entry(0x35, 'printer-make-and-model', '\0\x02de\0\x06Drück'),
  entry(0x49, 'document-format-supported', 'application/pdf'),
  entry(0x49, '', 'image/png'),
  begin('media-col-default'),
  member,
  begin(''),
  member,
  entry(0x21, '', [0, 0, 0, 1]),
  close,
  close,
  entry(0x44, 'printer-state-reasons', 'none'),
  entry(0x21, 'printer-up-time', [0xff, 0xff, 0xff, 0xff]),
  entry(0x7f, 'of-tomorrow', [0, 0, 1, 0, 7]),
  entry(0x21, 'queued-job-count', [1]),
  jobs,
  entry(0x21, 'job-id', [0, 0, 1, 0]),
  entry(0x42, 'job-name', 'a\0b'),
  entry(0x23, 'job-state', [0, 0, 0, 9]),
  jobs,
  entry(0x23, 'job-state', [0, 0, 0, 99]),
)

const expectRefused = (bytes: Buffer, because?: string): void => {
  const began = process.threadCpuUsage()
  expect(() => decodeAnswer(bytes)).toThrow(IppMalformed)
  if (because !== undefined) expect(() => decodeAnswer(bytes)).toThrow(because)
  expect(millisSince(began)).toBeLessThan(500)
}

describe('an answer of a printer', () => {
  it('is read group by group: one value alone, several as a list', () => {
    expect(decodeAnswer(whole)).toEqual({
      statusCode: 'successful-ok',
      'printer-attributes-tag': {
        'printer-state': 'idle',
        'printer-is-accepting-jobs': true,
        'printer-make-and-model': 'Drück',
        'document-format-supported': ['application/pdf', 'image/png'],
        'media-col-default': null,
        'printer-state-reasons': 'none',
        'printer-up-time': -1,
        'of-tomorrow': null,
        'queued-job-count': null,
      },
      'job-attributes-tag': [
        { 'job-id': 256, 'job-name': 'a b', 'job-state': 'completed' },
        { 'job-state': 99 },
      ],
    })
  })

  it.each([
    [0x0001, 'successful-ok-ignored-or-substituted-attributes'],
    [0x0007, 'successful-ok-events-complete'],
    [0x0400, 'client-error-bad-request'],
    [0x0406, 'client-error-not-found'],
    [0x040b, 'client-error-attributes-or-values-not-supported'],
    [0x041b, 'client-error-document-unprintable-error'],
    [0x0420, 'client-error-not-fetchable'],
    [0x0502, 'server-error-service-unavailable'],
    [0x0507, 'server-error-busy'],
    [0x050c, 'server-error-too-many-documents'],
  ])('with status %i says %s', (status, word) => {
    expect(decodeAnswer(Buffer.concat([head(status), end])).statusCode).toBe(word)
  })

  it.each([0x0008, 0x0300, 0x041c, 0x0421, 0x050d, 0x8000, 0xffff])(
    'with the unknown status %i is none',
    (status) => expectRefused(Buffer.concat([head(status), end]), 'an unknown status'),
  )
})

describe('a malformed answer is refused at once:', () => {
  it.each(['020000000000000104440000fffb', '0200000000000001044400017800ff', '3c68746d6c3e3c2f'])(
    'the bytes %s',
    (hex) => expectRefused(Buffer.from(hex, 'hex')),
  )

  it('cut off anywhere', { meta: { covers: ['S27'] } }, () => {
    for (let length = 0; length < whole.length; length += 1)
      expectRefused(whole.subarray(0, length))
  })

  it.each([
    ['a value before its attribute', answer(printer, entry(0x44, '', 'x')), 'no attribute'],
    ['an attribute before its group', answer(entry(0x44, 'x', 'x')), 'no group'],
    ['a reserved group', answer(Buffer.from([0])), 'no group'],
    ['the end of no collection', answer(printer, entry(0x44, 'x'), close), 'no attribute'],
    ['a member of no collection', answer(printer, entry(0x44, 'x'), member), 'no attribute'],
    ['an open collection', answer(printer, begin('x'), member, entry(0x44, '', 'x')), 'cut off'],
    ['a collection that a group ends', answer(printer, begin('x'), entry(2, '')), 'without'],
    ['a value before its member', answer(printer, begin('x'), entry(0x44, ''), close), 'without'],
    ['a named member', answer(printer, begin('x'), member, entry(0x44, 'y'), close), 'without'],
  ])('%s', (_, bytes, because) => expectRefused(bytes, because))

  it('nine collections in one another, and 100 000', { meta: { covers: ['S27'] } }, () => {
    const nested = (depth: number): Buffer =>
      answer(
        printer,
        begin('x'),
        Buffer.concat(Array(depth - 1).fill(Buffer.concat([member, begin('')]))),
        Buffer.concat(Array(depth).fill(close)),
      )
    expect(decodeAnswer(nested(8)).statusCode).toBe('successful-ok')
    expectRefused(nested(9), 'too deep')
    expectRefused(nested(100_000), 'too deep')
  })

  it('more values, or more groups, than any printer has', { meta: { covers: ['S27'] } }, () => {
    const values = (count: number): Buffer =>
      answer(printer, entry(0x44, 'x'), Buffer.concat(Array(count - 1).fill(entry(0x44, ''))))
    expect(decodeAnswer(values(50_000)).statusCode).toBe('successful-ok')
    expectRefused(values(50_001), 'too many values')
    expect(decodeAnswer(answer(Buffer.alloc(2000, 2)))['job-attributes-tag']).toHaveLength(2000)
    expectRefused(answer(Buffer.alloc(2001, 2)), 'too many groups')
  })
})

describe('whatever a printer sends', () => {
  const expectReadOrRefused = (bytes: Buffer): void => {
    try {
      IppAnswer.parse(decodeAnswer(bytes))
    } catch (error) {
      expect(error).toBeInstanceOf(IppMalformed)
    }
  }

  it('is read or refused, and never holds the server up', { meta: { covers: ['S27'] } }, () => {
    const began = process.threadCpuUsage()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expectReadOrRefused(Buffer.concat([head(), printer, bytes]))
        expectReadOrRefused(Buffer.from(bytes))
      }),
      { numRuns: 3000 },
    )
    expect(millisSince(began)).toBeLessThan(20_000)
  })

  it('is read or refused with any few bytes of a right answer changed', () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        expectReadOrRefused(bytes)
      }),
      { numRuns: 3000 },
    )
  })

  it('reaches no prototype by a name', () => {
    const { 'printer-attributes-tag': found } = decodeAnswer(
      answer(printer, entry(0x44, '__proto__', 'x')),
    )
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  })
})
