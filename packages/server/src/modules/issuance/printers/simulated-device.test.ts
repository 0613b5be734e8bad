import type { SimulatedFault } from '@signet/rules/printers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Device } from '../../../platform/ipp/ipp.ts'
import { create as createPrinter } from './printers.service.ts'
import { instruct, simulatedDevice } from './simulated-device.ts'

let test: TestApp
let id: string
let device: Device
/** No machine is so slow that a card comes out by itself. */
const secondsPerCard = 600
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  const name = `Simulated ${test.platform.ids.random(6).toString('hex')}`
  const wanted = { name, kind: 'SIMULATED', uri: null, location: '', description: '' } as const
  id = (await createPrinter(test.ctx, wanted)).value.id
  await suffer('NONE')
  device = simulatedDevice(test.ctx, id)
})

const card = (jobName: string) => ({
  jobName,
  format: 'application/pdf' as const,
  content: new Uint8Array([1]),
  hopper: null,
})
const suffer = (fault: SimulatedFault) =>
  test.ctx.transaction((ctx) => instruct(ctx, id, { fault, secondsPerCard }))
const found = async (jobName: string) => (await device.find({ jobName, id: null }))?.state

describe('a simulated printer', () => {
  it('takes its time for a card, and its ribbon gets shorter', async () => {
    expect(await device.print(card('a'))).toMatchObject({ kind: 'ACCEPTED', id: 1 })
    expect([await found('a'), (await device.facts()).state]).toEqual(['processing', 'PROCESSING'])
    test.clock.advance(secondsPerCard * 1000)
    expect(await found('a')).toBe('completed')
    const { supplies, state } = await device.facts()
    expect([state, supplies.map(({ level }) => level)]).toEqual(['IDLE', [100, 99]])
  })

  it.each([
    ['RIBBON_OUT', 'marker-supply-empty'],
    ['CARDS_OUT', 'media-empty'],
    ['JAM', 'media-jam'],
    ['COVER_OPEN', 'cover-open'],
  ] as const)(
    'with %s stops, keeps its card, and goes on when it is mended',
    async (fault, reason) => {
      await device.print(card('a'))
      await suffer(fault)
      test.clock.advance(secondsPerCard * 1000)
      expect(await device.find({ jobName: 'a', id: null })).toMatchObject({
        state: 'processing-stopped',
        reasons: [reason],
      })
      expect(await device.print(card('b'))).toMatchObject({ kind: 'BUSY' })
      await suffer('NONE')
      expect(await found('a')).toBe('completed')
    },
  )

  it('aborts a card', async () => {
    await device.print(card('a'))
    await suffer('ABORT')
    test.clock.advance(secondsPerCard * 1000)
    expect(await found('a')).toBe('aborted')
  })

  it('loses an answer, not the card', async () => {
    await suffer('ANSWER_LOST')
    expect((await device.print(card('a'))).kind).toBe('LOST')
    expect(await found('a')).toBe('processing')
  })

  it('that is off has got nothing', async () => {
    await suffer('OFFLINE')
    expect((await device.print(card('a'))).kind).toBe('NOT_SENT')
    await expect(device.facts()).rejects.toMatchObject({ isUnsent: true })
    await suffer('NONE')
    expect(await found('a')).toBeUndefined()
  })

  it('after a restart remembers nothing and counts from 1', async () => {
    await device.print(card('a'))
    await suffer('RESTART')
    expect(await found('a')).toBeUndefined()
    expect(await device.print(card('b'))).toMatchObject({ id: 1 })
  })

  it('ends a card that is called off', async () => {
    await device.print(card('a'))
    await device.cancel(1)
    test.clock.advance(secondsPerCard * 1000)
    expect(await found('a')).toBe('canceled')
  })
})
