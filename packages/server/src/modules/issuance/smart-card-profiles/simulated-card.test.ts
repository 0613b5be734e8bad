import { cardFormats } from '@signet/card/chip/card-formats'
import { type CardType, cardTypeFacts } from '@signet/card/chip/card-types'
import { describe, expect, it } from 'vitest'
import { formatCard, testCard } from './card-runs.ts'
import { CardRefused, storageCard } from './channel.ts'
import { keyKinds } from './key-blocks.ts'
import { simulatedCard } from './simulated-card.ts'

const bytes = (type: CardType, fill: number): Buffer =>
  Buffer.alloc(cardTypeFacts[type].keyBytes, fill)

const blank = (type: CardType) => {
  const factory = { read: bytes(type, 0xff), write: bytes(type, 0xff) }
  const serialNumber = Buffer.from('04a1b2c3', 'hex')
  return simulatedCard(type, { serialNumber, keys: factory, isBlank: true, leavesAfter: null })
}

const planOf = (type: 'ICLASS' | 'MIFARE_CLASSIC') => ({
  type,
  block: type === 'ICLASS' ? 7 : 5,
  keys: { transport: bytes(type, 0xff), read: bytes(type, 1), write: bytes(type, 2) },
})

const refused = async (deed: Promise<unknown>): Promise<string> => {
  const error = await deed.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof CardRefused ? error.statusWord : 'not refused'
}

const values = { facilityCode: 118, cardNumber: 1603, issueLevel: 0 }

describe('a card from the factory', () => {
  it.each(['ICLASS', 'MIFARE_CLASSIC'] as const)(
    '%s is formatted, then written: the transport key opens it no more',
    async (type) => {
      const [channel, plan] = [blank(type), planOf(type)]
      expect((await formatCard(channel, plan)).isDone).toBe(true)
      const wanted = { layout: cardFormats.H10301, values }
      expect(await testCard(channel, plan, wanted)).toMatchObject({
        isDone: true,
        serialNumber: '04A1B2C3',
        credential: values,
      })
      const card = storageCard(channel)
      const transport = { key: plan.keys.transport, kind: keyKinds.write }
      expect(await refused(card.open(plan.block, transport))).toBe('6300')
    },
  )

  it('of sectors is opened by the first key alone: the second can be read there', async () => {
    const card = storageCard(blank('MIFARE_CLASSIC'))
    const key = bytes('MIFARE_CLASSIC', 0xff)
    await card.open(5, { key, kind: keyKinds.write })
    expect(await refused(card.write(5, Buffer.alloc(16)))).toBe('6982')
    await card.open(5, { key, kind: keyKinds.read })
    expect(await refused(card.write(5, Buffer.alloc(16)))).toBe('not refused')
  })

  it('is not written before it is formatted', async () => {
    const wanted = { layout: cardFormats.H10301, values }
    const { steps } = await testCard(blank('MIFARE_CLASSIC'), planOf('MIFARE_CLASSIC'), wanted)
    expect(steps.at(-1)).toMatchObject({ step: 'PROVE_KEY', reason: 'KEY_REFUSED' })
  })
})

describe('a formatted card of sectors', () => {
  const formatted = async () => {
    const [channel, plan] = [blank('MIFARE_CLASSIC'), planOf('MIFARE_CLASSIC')]
    await formatCard(channel, plan)
    return { card: storageCard(channel), plan }
  }

  it('is read, and not written, with the key for reading', async () => {
    const { card, plan } = await formatted()
    await card.open(5, { key: plan.keys.read, kind: keyKinds.read })
    expect(await card.read(5, 16)).toEqual(Buffer.alloc(16))
    expect(await refused(card.write(5, Buffer.alloc(16, 1)))).toBe('6982')
  })

  it('tells its keys to nobody, and opens one sector at a time', {
    meta: { covers: ['S5'] },
  }, async () => {
    const { card, plan } = await formatted()
    await card.open(5, { key: plan.keys.write, kind: keyKinds.write })
    expect(await refused(card.read(7, 16))).toBe('6982')
    expect(await refused(card.read(8, 16))).toBe('6982')
    expect(await refused(card.write(5, Buffer.alloc(8)))).toBe('6700')
    expect(await refused(card.write(0, Buffer.alloc(16)))).toBe('6a82')
  })

  it('is closed again by a wrong key', async () => {
    const { card, plan } = await formatted()
    await card.open(5, { key: plan.keys.write, kind: keyKinds.write })
    await refused(card.open(5, { key: Buffer.alloc(6), kind: keyKinds.write }))
    expect(await refused(card.read(5, 16))).toBe('6982')
  })
})
