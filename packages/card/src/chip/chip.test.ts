import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BitLayout,
  decodeBits,
  encodeBits,
  faultsOf,
  greatestOf,
  tooGreat,
} from './bit-layout.ts'
import { cardFormats, formatNames } from './card-formats.ts'
import {
  cardMemory,
  cardTypeFacts,
  cardTypes,
  isBlockOf,
  ofCardMemory,
  ofProxFrame,
  proxFrame,
  proxMemory,
} from './card-types.ts'
import { parsePositions, positionsText } from './positions.ts'

const hex = (bits: string): string => BigInt(`0b${bits}`).toString(16)
const of = (facilityCode: number, cardNumber: number) => ({
  facilityCode,
  cardNumber,
  issueLevel: 0,
})

/** Frames as the documentation of the Proxmark client and reports of readers print them. */
const published = [
  { frame: '2006ec0c86', facilityCode: 118, cardNumber: 1603 },
  { frame: '2006f623ae', facilityCode: 123, cardNumber: 4567 },
  { frame: '2007961cca', facilityCode: 203, cardNumber: 3685 },
] as const

describe('a credential of 26 bits', () => {
  it.each(published)('is $frame for $facilityCode and $cardNumber', ({ frame, ...values }) => {
    const bits = encodeBits(cardFormats.H10301, of(values.facilityCode, values.cardNumber))
    expect(hex(proxFrame(bits))).toBe(frame)
    expect(decodeBits(cardFormats.H10301, bits)).toEqual({
      ...of(values.facilityCode, values.cardNumber),
      faults: [],
    })
  })

  it('is kept as a proximity card keeps it', () => {
    // A reader's report of a 43-bit credential: the frame 95156014605 and the memory beneath it.
    const frame = 0x95156014605n.toString(2).padStart(44, '0')
    const memory = proxMemory('1'.padStart(37, '0'))
    expect(memory[0]).toBe(0x1d)
    const modulated = [...frame].map((bit) => (bit === '1' ? '10' : '01')).join('')
    expect(hex(modulated)).toBe('9666566669555665695566')
  })
})

describe('layouts that readers know by name', () => {
  it.each(formatNames)('%s has no fault, and holds the greatest numbers', (name) => {
    const layout = cardFormats[name]
    expect(faultsOf(layout)).toEqual([])
    const values = {
      facilityCode: greatestOf(layout, 'FACILITY_CODE'),
      cardNumber: greatestOf(layout, 'CARD_NUMBER'),
      issueLevel: 0,
    }
    expect(tooGreat(layout, values)).toEqual([])
    expect(decodeBits(layout, encodeBits(layout, values))).toEqual({ ...values, faults: [] })
    expect(tooGreat(layout, { ...values, cardNumber: values.cardNumber + 1 })).toEqual([
      'CARD_NUMBER',
    ])
  })

  it('of 35 bits has three parity bits, each of which finds one bit turned', () => {
    const layout = cardFormats.C1K35S
    const bits = encodeBits(layout, of(2000, 123_456))
    for (let at = 0; at < bits.length; at += 1) {
      const turned = `${bits.slice(0, at)}${bits.charAt(at) === '1' ? '0' : '1'}${bits.slice(at + 1)}`
      expect(decodeBits(layout, turned)?.faults.length).toBeGreaterThan(0)
    }
  })
})

/** Fields of any lengths side by side, a parity bit at each end. */
const layouts = fc
  .record({ facility: fc.integer({ min: 1, max: 20 }), number: fc.integer({ min: 6, max: 40 }) })
  .map(({ facility, number }): BitLayout => {
    const bits = facility + number + 2
    const body = Array.from({ length: bits - 2 }, (_, at) => at + 2)
    return {
      bits,
      fields: [
        { kind: 'FACILITY_CODE', from: 2, length: facility, value: 0 },
        { kind: 'CARD_NUMBER', from: 2 + facility, length: number, value: 0 },
      ],
      parity: [
        { at: 1, kind: 'EVEN', covers: body.slice(0, body.length / 2) },
        { at: bits, kind: 'ODD', covers: body.slice(body.length / 2) },
      ],
    }
  })

describe('any layout', () => {
  it('gives back what it was given, through the memory of each card that has room', () => {
    const cases = fc
      .tuple(layouts, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([layout, share]) => ({
        layout,
        values: of(
          Math.floor(greatestOf(layout, 'FACILITY_CODE') * share),
          Math.floor(greatestOf(layout, 'CARD_NUMBER') * share),
        ),
      }))
    fc.assert(
      fc.property(cases, fc.constantFrom(...cardTypes), ({ layout, values }, type) => {
        fc.pre(layout.bits <= cardTypeFacts[type].mostBits)
        const bits = encodeBits(layout, values)
        const memory = cardMemory(type, bits)
        expect(memory).toHaveLength(cardTypeFacts[type].takes * cardTypeFacts[type].blockBytes)
        expect(ofCardMemory(type, memory)).toBe(bits)
        expect(decodeBits(layout, bits)).toEqual({ ...values, faults: [] })
      }),
    )
  })

  it('finds a bit that was turned', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), (layout, seed) => {
        const at = seed % layout.bits
        const bits = encodeBits(layout, of(0, 1))
        const turned = [...bits].with(at, bits.charAt(at) === '1' ? '0' : '1').join('')
        expect(decodeBits(layout, turned)?.faults).toHaveLength(1)
      }),
    )
  })
})

const good = cardFormats.H10301

describe('a layout at fault', () => {
  const number = { kind: 'CARD_NUMBER', from: 1, length: 8, value: 0 } as const
  it.each([
    ['OUT_OF_RANGE', 9, { bits: 8, fields: [{ ...number, length: 9 }], parity: [] }],
    ['OVERLAP', 1, { ...good, parity: [...good.parity, { at: 1, kind: 'ODD', covers: [2] }] }],
    ['GAP', 9, { bits: 9, fields: [number], parity: [] }],
    ['NO_CARD_NUMBER', null, { bits: 8, fields: [{ ...number, kind: 'FIXED' }], parity: [] }],
    ['TWICE', 9, { bits: 16, fields: [number, { ...number, from: 9 }], parity: [] }],
    [
      'FIXED_TOO_BIG',
      9,
      { bits: 9, fields: [number, { kind: 'FIXED', from: 9, length: 1, value: 2 }], parity: [] },
    ],
    [
      'COVERS_ITSELF',
      9,
      { bits: 9, fields: [number], parity: [{ at: 9, kind: 'ODD', covers: [9] }] },
    ],
    [
      'COVERS_LATER',
      9,
      {
        bits: 10,
        fields: [number],
        parity: [
          { at: 9, kind: 'ODD', covers: [10] },
          { at: 10, kind: 'ODD', covers: [1] },
        ],
      },
    ],
  ] satisfies [string, number | null, BitLayout][])('is told of %s at %s', (code, at, layout) => {
    expect(faultsOf(layout)).toContainEqual({ code, at })
  })
})

describe('cards', () => {
  it('of sectors keep their keys in each fourth block, which takes no credential', () => {
    expect([3, 4, 6, 7, 62, 63].map((block) => isBlockOf('MIFARE_CLASSIC', block))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ])
  })

  it('that hold nothing, or nonsense, hold no credential', () => {
    for (const type of cardTypes) {
      const { takes, blockBytes } = cardTypeFacts[type]
      expect(ofCardMemory(type, new Uint8Array(takes * blockBytes))).toBeNull()
    }
    expect(ofCardMemory('PROX', new Uint8Array(12).fill(0x1d))).toBeNull()
    expect(ofProxFrame('1'.repeat(44))).toBe('1'.repeat(36))
  })
})

describe('positions', () => {
  it('are written as runs, and read again', () => {
    expect(positionsText([5, 1, 2, 3, 9, 10])).toBe('1-3, 5, 9-10')
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 127 }), { minLength: 1 }), (all) => {
        expect(parsePositions(positionsText(all))).toEqual(all.toSorted((a, b) => a - b))
      }),
    )
  })

  it.each(['', 'a', '3-1', '0-2', '1,,2', '1-2-3'])('refuses %j', (text) => {
    expect(parsePositions(text)).toBeNull()
  })
})
