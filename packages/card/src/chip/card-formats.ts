import type { BitLayout } from './bit-layout.ts'

const run = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Two of every three bits, from the first of these: `110110…`. */
const twoOfThree = (from: number, to: number): number[] =>
  run(from, to).filter((at) => (at - from) % 3 !== 2)

const number = (from: number, length: number) => ({
  kind: 'CARD_NUMBER' as const,
  from,
  length,
  value: 0,
})
const facility = (from: number, length: number) => ({
  kind: 'FACILITY_CODE' as const,
  from,
  length,
  value: 0,
})

export const formatNames = ['H10301', 'H10302', 'H10304', 'C1K35S'] as const
type FormatName = (typeof formatNames)[number]

/**
 * Layouts that readers know under these names: 26 bits, open; 37 bits without and with a facility
 * code; 35 bits of one company. From the makers' published descriptions.
 */
export const cardFormats: Readonly<Record<FormatName, BitLayout>> = {
  H10301: {
    bits: 26,
    fields: [facility(2, 8), number(10, 16)],
    parity: [
      { at: 1, kind: 'EVEN', covers: run(2, 13) },
      { at: 26, kind: 'ODD', covers: run(14, 25) },
    ],
  },
  H10302: {
    bits: 37,
    fields: [number(2, 35)],
    parity: [
      { at: 1, kind: 'EVEN', covers: run(2, 19) },
      { at: 37, kind: 'ODD', covers: run(19, 36) },
    ],
  },
  H10304: {
    bits: 37,
    fields: [facility(2, 16), number(18, 19)],
    parity: [
      { at: 1, kind: 'EVEN', covers: run(2, 19) },
      { at: 37, kind: 'ODD', covers: run(19, 36) },
    ],
  },
  C1K35S: {
    bits: 35,
    fields: [facility(3, 12), number(15, 20)],
    parity: [
      { at: 2, kind: 'EVEN', covers: twoOfThree(3, 34) },
      { at: 35, kind: 'ODD', covers: twoOfThree(2, 33) },
      { at: 1, kind: 'ODD', covers: run(2, 35) },
    ],
  },
}
