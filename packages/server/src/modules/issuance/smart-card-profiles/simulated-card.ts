import { type CardType, cardTypeFacts } from '@signet/card/chip/card-types'
import { type CardChannel, CardGone } from './channel.ts'
import { keyBlockOf, keyKinds, keysOfBlock, transportKind } from './key-blocks.ts'

interface Keys {
  readonly read: Uint8Array
  readonly write: Uint8Array
}

interface SimulatedOptions {
  readonly serialNumber: Buffer
  /** What the card asks for before it is formatted. */
  readonly keys: Keys
  /** Whether it is as cards come from the factory, where one key does all. */
  readonly isBlank: boolean
  /** After so many commands it leaves the reader; null: it stays. */
  readonly leavesAfter: number | null
}

const ok = Buffer.from('9000', 'hex')
const notAllowed = Buffer.from('6982', 'hex')
const wrongKey = Buffer.from('6300', 'hex')
const noSuchBlock = Buffer.from('6a82', 'hex')
const wrongLength = Buffer.from('6700', 'hex')
const unknown = Buffer.from('6d00', 'hex')

/** What one proof of a key opens. */
interface Opened {
  readonly area: number
  readonly mayWrite: boolean
}

interface Chip {
  readonly type: CardType
  readonly options: SimulatedOptions
  readonly blocks: Map<number, Buffer>
  /** Keys that were written, by area. */
  readonly keys: Map<number, Keys>
  /** The reader's memory for one key. */
  loaded: Buffer
  opened: Opened | null
}

/** Blocks that one key opens: a sector, or the whole. */
const areaOf = (type: CardType, block: number): number =>
  type === 'MIFARE_CLASSIC' ? Math.floor(block / 4) : 0

const lastBlock: Readonly<Record<CardType, number>> = { PROX: 7, ICLASS: 31, MIFARE_CLASSIC: 63 }

const asksForKeys = ({ type }: Chip): boolean => cardTypeFacts[type].keys.length > 0
const isKeyBlock = ({ type }: Chip, block: number): boolean => block === keyBlockOf(type, block)

/** A key of the factory’s that proves nothing is taken, and opens nothing. */
const authenticate = (chip: Chip, block: number, kind: number): Buffer => {
  chip.opened = null
  if (block > lastBlock[chip.type]) return noSuchBlock
  const area = areaOf(chip.type, block)
  const { read, write } = chip.keys.get(area) ?? chip.options.keys
  const isRead = kind === keyKinds.read
  if (!chip.loaded.equals(isRead ? read : write)) return wrongKey
  const isBlank = chip.options.isBlank && !chip.keys.has(area)
  if (isBlank && kind !== transportKind(chip.type)) return ok
  chip.opened = { area, mayWrite: !isRead || isBlank }
  return ok
}

const isOpen = (chip: Chip, block: number): boolean =>
  !asksForKeys(chip) || chip.opened?.area === areaOf(chip.type, block)

const read = (chip: Chip, block: number, bytes: number): Buffer => {
  const { blockBytes } = cardTypeFacts[chip.type]
  if (block > lastBlock[chip.type]) return noSuchBlock
  if (!isOpen(chip, block) || isKeyBlock(chip, block)) return notAllowed
  if (bytes !== blockBytes) return wrongLength
  return Buffer.concat([chip.blocks.get(block) ?? Buffer.alloc(blockBytes), ok])
}

/** Keys take effect at once: what is done next asks for them. */
const takeKeys = (chip: Chip, block: number, content: Buffer): Buffer => {
  const taken = keysOfBlock(chip.type, content)
  if (taken === null) return notAllowed
  chip.keys.set(areaOf(chip.type, block), taken)
  chip.opened = null
  return ok
}

const write = (chip: Chip, block: number, content: Buffer): Buffer => {
  if (block === 0 || block > lastBlock[chip.type]) return noSuchBlock
  const mayWrite = !asksForKeys(chip) || chip.opened?.mayWrite === true
  if (!isOpen(chip, block) || !mayWrite) return notAllowed
  if (content.length !== cardTypeFacts[chip.type].blockBytes) return wrongLength
  if (isKeyBlock(chip, block)) return takeKeys(chip, block, content)
  chip.blocks.set(block, Buffer.from(content))
  return ok
}

const answer = (chip: Chip, command: Buffer): Buffer => {
  const [, instruction = 0, , block = 0, length = 0] = command
  const data = command.subarray(5)
  if (instruction === 0xca) return Buffer.concat([chip.options.serialNumber, ok])
  if (instruction === 0x82) {
    chip.loaded = Buffer.from(data)
    return ok
  }
  if (instruction === 0x86) return authenticate(chip, data[2] ?? 0, data[3] ?? 0)
  if (instruction === 0xb0) return read(chip, block, length)
  if (instruction === 0xd6) return write(chip, block, data)
  return unknown
}

/**
 * A card of one type, in memory alone: it keeps blocks, asks for its keys, and refuses what such
 * a card refuses. Keys are never read from it.
 */
export const simulatedCard = (type: CardType, options: SimulatedOptions): CardChannel => {
  const chip: Chip = {
    type,
    options,
    blocks: new Map(),
    keys: new Map(),
    loaded: Buffer.alloc(0),
    opened: null,
  }
  let commands = 0
  return {
    exchange: (command) => {
      commands += 1
      if (options.leavesAfter !== null && commands > options.leavesAfter) {
        return Promise.reject(new CardGone('the card left the reader'))
      }
      return Promise.resolve(answer(chip, command))
    },
  }
}
