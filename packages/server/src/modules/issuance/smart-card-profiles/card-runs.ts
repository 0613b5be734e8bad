import {
  type BitLayout,
  type CardValues,
  decodeBits,
  encodeBits,
} from '@signet/card/chip/bit-layout'
import {
  type CardType,
  cardMemory,
  cardTypeFacts,
  ofCardMemory,
} from '@signet/card/chip/card-types'
import type {
  SmartCardRun,
  smartCardReasons,
  smartCardSteps,
} from '@signet/contract/issuance/smart-card-profiles'
import type { z } from 'zod'
import { ReaderFault } from '../site-agents/index.ts'
import {
  type CardChannel,
  CardGone,
  CardRefused,
  type StorageCard,
  storageCard,
} from './channel.ts'
import { keyBlockContent, keyBlockOf, keyKinds, transportKind } from './key-blocks.ts'

type Run = z.input<typeof SmartCardRun>
type Step = (typeof smartCardSteps)[number]
type Reason = (typeof smartCardReasons)[number]

export interface CardKeys {
  readonly transport: Buffer
  readonly read: Buffer
  readonly write: Buffer
}

/** What is done to a card: its type, where the credential lies, and what opens it. */
export interface CardPlan {
  readonly type: CardType
  readonly block: number
  readonly keys: CardKeys
}

/** What was read back is not what was written. */
class Different extends Error {}

const wrongKey = '6300'

const reasonOf = (error: unknown): { reason: Reason; statusWord: string | null } => {
  if (error instanceof CardGone) return { reason: 'NO_CARD', statusWord: null }
  if (error instanceof ReaderFault) return { reason: error.reason, statusWord: null }
  if (error instanceof Different) return { reason: 'DIFFERENT', statusWord: null }
  if (!(error instanceof CardRefused)) throw error
  const { statusWord } = error
  return { reason: statusWord === wrongKey ? 'KEY_REFUSED' : 'REFUSED', statusWord }
}

type Done = 'DONE' | 'NOT_NEEDED'
interface Deed {
  readonly step: Step
  readonly perform: () => Promise<Done>
}

/** One step after the other, up to the first that fails. */
const stepped = async (deeds: readonly Deed[]): Promise<Run['steps']> => {
  const steps: Run['steps'] = []
  for (const { step, perform } of deeds) {
    try {
      steps.push({ step, outcome: await perform(), reason: null, statusWord: null })
    } catch (error) {
      return [...steps, { step, outcome: 'FAILED', ...reasonOf(error) }]
    }
  }
  return steps
}

const isDone = (steps: Run['steps']): boolean => steps.every(({ outcome }) => outcome !== 'FAILED')

const hasKeys = (type: CardType): boolean => cardTypeFacts[type].keys.length > 0

/** Opens a card with its own key. @throws CardRefused */
const prove = async (card: StorageCard, { type, block, keys }: CardPlan): Promise<Done> => {
  if (!hasKeys(type)) return 'NOT_NEEDED'
  await card.open(block, { key: keys.write, kind: keyKinds.write })
  return 'DONE'
}

/** With the transport key; a card that was formatted before, with the profile's. */
const proveEither = async (card: StorageCard, plan: CardPlan): Promise<Done> => {
  if (!hasKeys(plan.type)) return 'NOT_NEEDED'
  try {
    await card.open(plan.block, { key: plan.keys.transport, kind: transportKind(plan.type) })
    return 'DONE'
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error
    return prove(card, plan)
  }
}

const blocksOf = ({ type, block }: CardPlan): readonly number[] =>
  Array.from({ length: cardTypeFacts[type].takes }, (_, at) => block + at)

const put = async (card: StorageCard, plan: CardPlan, memory: Uint8Array): Promise<Done> => {
  const { blockBytes } = cardTypeFacts[plan.type]
  for (const [at, block] of blocksOf(plan).entries()) {
    await card.write(block, memory.subarray(at * blockBytes, (at + 1) * blockBytes))
  }
  return 'DONE'
}

const take = async (card: StorageCard, plan: CardPlan): Promise<Buffer> => {
  const parts: Buffer[] = []
  for (const block of blocksOf(plan)) {
    parts.push(await card.read(block, cardTypeFacts[plan.type].blockBytes))
  }
  return Buffer.concat(parts)
}

const writeKeys = async (card: StorageCard, { type, block, keys }: CardPlan): Promise<Done> => {
  const at = keyBlockOf(type, block)
  if (at === null) return 'NOT_NEEDED'
  await card.write(at, keyBlockContent(type, keys))
  return 'DONE'
}

/** The chip's own number, kept when it has been read. */
const connecting = (card: StorageCard) => {
  let serialNumber: string | null = null
  const perform = async (): Promise<Done> => {
    serialNumber = (await card.serialNumber()).toString('hex').toUpperCase()
    return 'DONE'
  }
  return { deed: { step: 'CONNECT' as const, perform }, read: () => serialNumber }
}

/** Erases a card and gives it its keys. A card whose keys are not known is left as it is. */
export const formatCard = async (channel: CardChannel, plan: CardPlan): Promise<Run> => {
  const card = storageCard(channel)
  const { type } = plan
  const empty = new Uint8Array(cardTypeFacts[type].takes * cardTypeFacts[type].blockBytes)
  const connect = connecting(card)
  const steps = await stepped([
    connect.deed,
    { step: 'PROVE_KEY', perform: () => proveEither(card, plan) },
    { step: 'ERASE', perform: () => put(card, plan, empty) },
    { step: 'WRITE_KEYS', perform: () => writeKeys(card, plan) },
    { step: 'PROVE_NEW_KEY', perform: () => prove(card, plan) },
  ])
  return { steps, isDone: isDone(steps), serialNumber: connect.read(), credential: null }
}

interface Wanted {
  readonly layout: BitLayout
  readonly values: CardValues
}

/** What a card says; null where it is not of this layout, or a bit of it has turned. */
const credentialOf = (type: CardType, layout: BitLayout, memory: Buffer): Run['credential'] => {
  const bits = ofCardMemory(type, memory)
  const decoded = bits === null ? null : decodeBits(layout, bits)
  if (bits === null || decoded === null || decoded.faults.length > 0) return null
  const { facilityCode, cardNumber, issueLevel } = decoded
  const hex = memory.toString('hex').toUpperCase()
  return { bits, memory: hex, facilityCode, cardNumber, issueLevel }
}

/** Writes a credential, reads it back with what readers have, and compares. */
export const testCard = async (
  channel: CardChannel,
  plan: CardPlan,
  { layout, values }: Wanted,
): Promise<Run> => {
  const card = storageCard(channel)
  const memory = cardMemory(plan.type, encodeBits(layout, values))
  const connect = connecting(card)
  let read: Buffer = Buffer.alloc(0)
  const readBack = async (): Promise<Done> => {
    if (plan.type === 'MIFARE_CLASSIC') {
      await card.open(plan.block, { key: plan.keys.read, kind: keyKinds.read })
    }
    read = await take(card, plan)
    return 'DONE'
  }
  const compare = async (): Promise<Done> => {
    if (!read.equals(memory) || credentialOf(plan.type, layout, read) === null)
      throw new Different()
    return 'DONE'
  }
  const steps = await stepped([
    connect.deed,
    { step: 'PROVE_KEY', perform: () => prove(card, plan) },
    { step: 'WRITE', perform: () => put(card, plan, memory) },
    { step: 'READ_BACK', perform: readBack },
    { step: 'COMPARE', perform: compare },
  ])
  const credential = credentialOf(plan.type, layout, read)
  return { steps, isDone: isDone(steps), serialNumber: connect.read(), credential }
}
