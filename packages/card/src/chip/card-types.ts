import type { SmartCardType as CardType } from '@signet/rules/smart-cards'
import type { BitLayout } from './bit-layout.ts'

export {
  type SmartCardType as CardType,
  smartCardTypes as cardTypes,
} from '@signet/rules/smart-cards'

/** TRANSPORT: the key that cards come with from the factory. WRITE: what a formatted card asks. */
const cardKeyNames = ['transport', 'read', 'write'] as const
export type CardKeyName = (typeof cardKeyNames)[number]

interface CardTypeFacts {
  readonly blockBytes: number
  /** Where a credential may be put: the first and the last block of it. */
  readonly blocks: { readonly first: number; readonly last: number }
  /** Of blocks in between that hold keys or belong to the chip. */
  readonly isReserved: (block: number) => boolean
  /** How many blocks a credential fills. */
  readonly takes: number
  /** Of a credential; one bit more marks where it begins. */
  readonly mostBits: number
  readonly keys: readonly CardKeyName[]
  readonly keyBytes: number
}

export const cardTypeFacts: Readonly<Record<CardType, CardTypeFacts>> = {
  PROX: {
    blockBytes: 4,
    blocks: { first: 1, last: 1 },
    isReserved: () => false,
    takes: 3,
    mostBits: 37,
    keys: [],
    keyBytes: 0,
  },
  ICLASS: {
    blockBytes: 8,
    // 0 to 5 are serial number, configuration, keys and the maker's; 6 to 18 the first application.
    blocks: { first: 6, last: 18 },
    isReserved: () => false,
    takes: 1,
    mostBits: 63,
    keys: ['transport', 'write'],
    keyBytes: 8,
  },
  MIFARE_CLASSIC: {
    blockBytes: 16,
    // Sector 0 is the maker's and the directory's; each fourth block holds the keys of its sector.
    blocks: { first: 4, last: 62 },
    isReserved: (block) => block % 4 === 3,
    takes: 1,
    mostBits: 127,
    keys: ['transport', 'read', 'write'],
    keyBytes: 6,
  },
}

export const isBlockOf = (type: CardType, block: number): boolean => {
  const { blocks, isReserved } = cardTypeFacts[type]
  return block >= blocks.first && block <= blocks.last && !isReserved(block)
}

/** Whether a credential of this layout has room on such a card. */
export const fitsCard = (type: CardType, { bits }: Pick<BitLayout, 'bits'>): boolean =>
  bits <= cardTypeFacts[type].mostBits

const bytesOf = (bits: string): Uint8Array =>
  Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  )

const bitsOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')

const frameBits = 44
/** That a frame of 44 bits is of fewer than 37: bit 37 from the right, and one before the first. */
const shortFrame = 37

/**
 * What a proximity card sends, in the 44 bits that readers of it expect: a credential of fewer
 * than 37 bits has a mark before its first bit and one that says that it is short.
 */
export const proxFrame = (bits: string): string => {
  if (bits.length >= shortFrame) return bits.padStart(frameBits, '0')
  return `1${`1${bits}`.padStart(shortFrame, '0')}`.padStart(frameBits, '0')
}

/** The credential of such a frame; null where it is none. */
export const ofProxFrame = (frame: string): string | null => {
  const isShort = frame.at(-shortFrame - 1) === '1'
  if (!isShort) return /^0{7}/.test(frame) ? frame.slice(-shortFrame) : null
  const from = frame.indexOf('1', frameBits - shortFrame)
  return from === -1 ? null : frame.slice(from + 1)
}

const preamble = '00011101'

/** A frame as it is kept: 1 as 10, 0 as 01, after eight bits that a reader looks for. */
export const proxMemory = (bits: string): Uint8Array =>
  bytesOf(preamble + [...proxFrame(bits)].map((bit) => (bit === '1' ? '10' : '01')).join(''))

/** The credential of such a memory; null where it is none. */
const ofProxMemory = (memory: Uint8Array): string | null => {
  const bits = bitsOf(memory)
  const pairs = bits.slice(preamble.length).match(/../g) ?? []
  if (!bits.startsWith(preamble) || pairs.length !== frameBits) return null
  if (pairs.some((pair) => pair !== '10' && pair !== '01')) return null
  return ofProxFrame(pairs.map((pair) => pair.charAt(0)).join(''))
}

/** The bytes of a credential as a card of this type keeps it, whole blocks. */
export const cardMemory = (type: CardType, bits: string): Uint8Array => {
  const { blockBytes, takes } = cardTypeFacts[type]
  return type === 'PROX'
    ? proxMemory(bits)
    : bytesOf(`1${bits}`.padStart(blockBytes * takes * 8, '0'))
}

/** The credential that is kept in these bytes; null where they hold none. */
export const ofCardMemory = (type: CardType, memory: Uint8Array): string | null => {
  if (type === 'PROX') return ofProxMemory(memory)
  const bits = bitsOf(memory)
  const mark = bits.indexOf('1')
  return mark === -1 ? null : bits.slice(mark + 1)
}
