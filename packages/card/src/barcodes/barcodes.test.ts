import { describe, expect, it } from 'vitest'
import { encode } from './encode.ts'

describe('a barcode', () => {
  it.each([
    ['CODE128', 'A-1'],
    ['CODE 39', 'ABC 1'],
    ['EAN 13', '4006381333931'],
    ['PDF417', 'Ada Lovelace'],
    ['QR Code', 'é京'],
  ] as const)('%s holds %s', (format, value) => {
    const { symbol, reason } = encode(format, value)
    expect(reason).toBeNull()
    expect(symbol?.path).toMatch(/^M/)
    expect(symbol?.width).toBeGreaterThan(10)
  })

  it('has bars that begin and end at whole modules, as its standard says', () => {
    // ISO/IEC 15417: start B, "A", check character, stop.
    const widths = ['211214', '111323', '131123', '2331112']
    const { symbol } = encode('CODE128', 'A')
    const bars = [...(symbol?.path ?? '').matchAll(/M(\d+) 0h(\d+)/g)].map(([, at, width]) => [
      Number(at),
      Number(width),
    ])
    let at = 0
    const expected = [...widths.join('')].flatMap((width, index) => {
      const bar = [at, Number(width)]
      at += Number(width)
      return index % 2 === 0 ? [bar] : []
    })
    expect(bars).toEqual(expected)
    expect(symbol?.width).toBe(at)
  })

  it.each([
    ['CODE128', '', { code: 'EMPTY' }],
    ['CODE 39', 'AbC', { code: 'CHARACTER', letter: 'b', at: 2 }],
    ['CODE128', 'né', { code: 'CHARACTER', letter: 'é', at: 2 }],
    ['EAN 13', '123', { code: 'LENGTH', found: 3, expected: '12, 13' }],
    ['EAN 13', '4006381333932', { code: 'CHECK_DIGIT', found: '2', expected: '1' }],
    ['CODE 39', 'A'.repeat(41), { code: 'TOO_LONG', found: 41, most: 40 }],
  ] as const)('%s refuses "%s" and says why', (format, value, reason) => {
    expect(encode(format, value)).toEqual({ symbol: null, reason })
  })

  it('of more than a symbol holds is refused by what draws it', () => {
    expect(encode('QR Code', '京'.repeat(1200)).reason?.code).toBe('REFUSED')
  })
})
