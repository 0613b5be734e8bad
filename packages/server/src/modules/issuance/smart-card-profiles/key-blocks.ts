import type { CardType } from '@signet/card/chip/card-types'

/** What a key is used as: PC/SC part 3, section 3.2.2.1.5. */
export const keyKinds = { read: 0x60, write: 0x61 } as const

/**
 * What the key of the factory is used as. MIFARE_CLASSIC: a key that can be read, as the second one
 * can in the factory’s setting, proves nothing (NXP MF1S50YYX, section 8.7.2).
 */
export const transportKind = (type: CardType): number =>
  type === 'MIFARE_CLASSIC' ? keyKinds.read : keyKinds.write

/** The block that holds the keys under which `block` lies; null where cards have none. */
export const keyBlockOf = (type: CardType, block: number): number | null => {
  if (type === 'PROX') return null
  return type === 'ICLASS' ? 3 : Math.floor(block / 4) * 4 + 3
}

/**
 * MIFARE_CLASSIC: blocks are read with either key and written with the second, which alone changes
 * keys; no key is ever read. Access bits 100 of the data and 011 of the key block.
 */
const accessBits = Buffer.from('78778800', 'hex')

interface Keys {
  readonly read: Uint8Array
  readonly write: Uint8Array
}

/** What is written to the key block of a formatted card. */
export const keyBlockContent = (type: CardType, { read, write }: Keys): Buffer =>
  type === 'MIFARE_CLASSIC' ? Buffer.concat([read, accessBits, write]) : Buffer.from(write)

/** The keys of such a block; null where its access bits are not those. */
export const keysOfBlock = (type: CardType, content: Buffer): Keys | null => {
  if (type !== 'MIFARE_CLASSIC') return { read: content, write: content }
  if (!content.subarray(6, 9).equals(accessBits.subarray(0, 3))) return null
  return { read: content.subarray(0, 6), write: content.subarray(10, 16) }
}
