import { abort } from '@signet/rules/abort'
import { z } from 'zod'

/** Of one credential as readers send it; positions are counted from 1, the first bit sent. */
const mostBits = 127
const Position = z.int().min(1).max(mostBits)

export const bitFieldKinds = ['FACILITY_CODE', 'CARD_NUMBER', 'ISSUE_LEVEL', 'FIXED'] as const
export type BitFieldKind = (typeof bitFieldKinds)[number]

/** A whole number of at most 48 bits, the most significant bit first. */
const mostFieldBits = 48

const BitField = z
  .object({
    kind: z.enum(bitFieldKinds),
    from: Position,
    length: z.int().min(1).max(mostFieldBits),
    /** Of a FIXED field: what it always holds; 31 bits, as all numbers on the wire. */
    value: z.int().min(0).max(0x7fffffff).default(0),
  })
  .meta({ id: 'BitField' })
type BitField = z.output<typeof BitField>

const ParityBit = z
  .object({
    at: Position,
    kind: z.enum(['EVEN', 'ODD']),
    /** The positions that are counted together with the parity bit itself. */
    covers: z.array(Position).min(1).max(mostBits, abort),
  })
  .meta({ id: 'ParityBit' })
type ParityBit = z.output<typeof ParityBit>

/** Which bit of a credential says what. Parity bits are set in their order. */
export const BitLayout = z
  .object({
    bits: z.int().min(8).max(mostBits),
    fields: z.array(BitField).min(1).max(12, abort),
    parity: z.array(ParityBit).max(12, abort),
  })
  .meta({ id: 'BitLayout' })
export type BitLayout = z.output<typeof BitLayout>

const layoutFaults = [
  'OUT_OF_RANGE',
  'OVERLAP',
  'GAP',
  'NO_CARD_NUMBER',
  'TWICE',
  'FIXED_TOO_BIG',
  'COVERS_ITSELF',
  'COVERS_LATER',
] as const
interface LayoutFault {
  readonly code: (typeof layoutFaults)[number]
  /** The position at fault; null where it is of the whole. */
  readonly at: number | null
}

const positionsOf = ({ from, length }: Pick<BitField, 'from' | 'length'>): number[] =>
  Array.from({ length }, (_, index) => from + index)

const faultsOfPlaces = ({ bits, fields, parity }: BitLayout): LayoutFault[] => {
  const taken = [...fields.flatMap(positionsOf), ...parity.map(({ at }) => at)]
  const counted = new Map<number, number>()
  for (const at of taken) counted.set(at, (counted.get(at) ?? 0) + 1)
  const all = Array.from({ length: bits }, (_, index) => index + 1)
  return [
    ...[...counted].flatMap(([at, times]): LayoutFault[] => [
      ...(at > bits ? [{ code: 'OUT_OF_RANGE' as const, at }] : []),
      ...(times > 1 ? [{ code: 'OVERLAP' as const, at }] : []),
    ]),
    ...all.filter((at) => !counted.has(at)).map((at) => ({ code: 'GAP' as const, at })),
  ]
}

const faultsOfFields = ({ fields }: BitLayout): LayoutFault[] => {
  const named = fields.filter(({ kind }) => kind !== 'FIXED')
  const twice = named.filter(({ kind }, at) => named.findIndex((one) => one.kind === kind) < at)
  return [
    ...(named.some(({ kind }) => kind === 'CARD_NUMBER')
      ? []
      : [{ code: 'NO_CARD_NUMBER' as const, at: null }]),
    ...twice.map(({ from }) => ({ code: 'TWICE' as const, at: from })),
    ...fields
      .filter(({ kind, value, length }) => kind === 'FIXED' && value >= 2 ** length)
      .map(({ from }) => ({ code: 'FIXED_TOO_BIG' as const, at: from })),
  ]
}

/** A parity bit may count another only when that one is set before it. */
const faultsOfParity = ({ bits, parity }: BitLayout): LayoutFault[] =>
  parity.flatMap(({ at, covers }, index): LayoutFault[] => {
    const later = parity.slice(index + 1).map((one) => one.at)
    return [
      ...(covers.includes(at) ? [{ code: 'COVERS_ITSELF' as const, at }] : []),
      ...(covers.some((one) => later.includes(one)) ? [{ code: 'COVERS_LATER' as const, at }] : []),
      ...(covers.some((one) => one > bits) ? [{ code: 'OUT_OF_RANGE' as const, at }] : []),
    ]
  })

/** What is wrong with a layout: every bit says exactly one thing. None: it can be encoded. */
export const faultsOf = (layout: BitLayout): readonly LayoutFault[] => [
  ...faultsOfPlaces(layout),
  ...faultsOfFields(layout),
  ...faultsOfParity(layout),
]

/** What one credential says; a field that the layout has not is left out. */
export interface CardValues {
  readonly facilityCode: number
  readonly cardNumber: number
  readonly issueLevel: number
}

const keyOf = {
  FACILITY_CODE: 'facilityCode',
  CARD_NUMBER: 'cardNumber',
  ISSUE_LEVEL: 'issueLevel',
} as const

const valueOf = ({ kind, value }: BitField, values: CardValues): number =>
  kind === 'FIXED' ? value : values[keyOf[kind]]

/** The greatest number that a field of this kind holds; 0 where the layout has none. */
export const greatestOf = ({ fields }: BitLayout, kind: BitFieldKind): number => {
  const field = fields.find((one) => one.kind === kind)
  return field === undefined ? 0 : 2 ** field.length - 1
}

/** The kinds whose value does not fit the layout. */
export const tooGreat = (layout: BitLayout, values: CardValues): readonly BitFieldKind[] =>
  bitFieldKinds.filter((kind) => kind !== 'FIXED' && values[keyOf[kind]] > greatestOf(layout, kind))

const parityOf = (bits: readonly string[], { kind, covers }: ParityBit): string => {
  const ones = covers.filter((at) => bits[at - 1] === '1').length
  return (ones % 2 === 1) === (kind === 'EVEN') ? '1' : '0'
}

/**
 * The credential as text of 0 and 1, the first bit sent first. The layout is without fault and
 * the values fit it.
 */
export const encodeBits = (layout: BitLayout, values: CardValues): string => {
  const bits: string[] = Array.from({ length: layout.bits }, () => '0')
  for (const field of layout.fields) {
    const text = valueOf(field, values).toString(2).padStart(field.length, '0')
    for (const [index, bit] of [...text].entries()) bits[field.from - 1 + index] = bit
  }
  for (const parity of layout.parity) bits[parity.at - 1] = parityOf(bits, parity)
  return bits.join('')
}

interface DecodedBits extends CardValues {
  /** Positions of parity bits and fixed fields that are not what they must be. */
  readonly faults: readonly number[]
}

const read = (bits: string, { from, length }: BitField): number =>
  Number.parseInt(bits.slice(from - 1, from - 1 + length), 2)

/** What a credential says; null where it has another number of bits. */
export const decodeBits = (layout: BitLayout, bits: string): DecodedBits | null => {
  if (bits.length !== layout.bits) return null
  const of = (kind: BitFieldKind): number => {
    const field = layout.fields.find((one) => one.kind === kind)
    return field === undefined ? 0 : read(bits, field)
  }
  const each = [...bits]
  const faults = [
    ...layout.parity.filter((parity) => parityOf(each, parity) !== bits[parity.at - 1]),
    ...layout.fields
      .filter((field) => field.kind === 'FIXED' && read(bits, field) !== field.value)
      .map(({ from }) => ({ at: from })),
  ].map(({ at }) => at)
  return {
    facilityCode: of('FACILITY_CODE'),
    cardNumber: of('CARD_NUMBER'),
    issueLevel: of('ISSUE_LEVEL'),
    faults,
  }
}
