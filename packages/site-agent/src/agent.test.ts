import { describe, expect, it } from 'vitest'
import { ConfigRefused, readConfig } from './config.ts'
import { once } from './log.ts'
import { type CardReaders, NoCard, NoReader } from './readers.ts'
import { createSittings } from './sittings.ts'
import { createUnframing, frame } from './vpcd.ts'

/* Guards of the agent that need no network: one connection a sitting, its end, unsafe settings. */

/** A reader `R` that notes what becomes of its connections. */
const noting = (transmit: (apdu: Buffer) => Promise<Buffer>) => {
  const noted: string[] = []
  let connections = 0
  const readers: CardReaders = {
    list: () => [{ name: 'R', hasCard: true }],
    connect: async (name) => {
      if (name !== 'R') throw new NoReader(name)
      const own = (connections += 1)
      noted.push(`open ${own}`)
      return { transmit, close: () => noted.push(`close ${own}`) }
    },
    close: () => undefined,
  }
  return { noted, sittings: createSittings(readers) }
}

const echo = async (apdu: Buffer): Promise<Buffer> =>
  Buffer.concat([apdu, Buffer.from('9000', 'hex')])

const command = (exchangeId: string, change: object = {}) => ({
  exchangeId,
  number: 1,
  reader: 'R',
  apdu: Buffer.from('ca', 'hex').toString('base64url'),
  withinSeconds: 1,
  ...change,
})

describe('a sitting', () => {
  it('has one connection, which ends when the next begins', {
    meta: { covers: ['S67'] },
  }, async () => {
    const { noted, sittings } = noting(echo)
    const { outcome } = await sittings.perform(command('a'))
    const apdu = Buffer.from('ca9000', 'hex').toString('base64url')
    expect(outcome).toEqual({ kind: 'RESPONSE', apdu })
    await sittings.perform(command('a'))
    await sittings.perform(command('b'))
    expect(noted).toEqual(['open 1', 'close 1', 'open 2'])
    sittings.close()
    expect(noted.at(-1)).toBe('close 2')
  })

  it('ends when nothing more comes', { meta: { covers: ['S67'] } }, async () => {
    const { noted, sittings } = noting(echo)
    await sittings.perform(command('a'))
    await expect.poll(() => noted).toEqual(['open 1', 'close 1'])
  })

  it('ends with a card that leaves, or does not answer', async () => {
    for (const transmit of [
      () => Promise.reject(new NoCard('left')),
      () => new Promise<Buffer>(() => undefined),
    ]) {
      const { noted, sittings } = noting(transmit)
      const { outcome } = await sittings.perform(command('a'))
      expect(outcome).toEqual({ kind: 'FAULT', fault: 'NO_CARD' })
      expect(noted).toEqual(['open 1', 'close 1'])
    }
  })

  it('is none at a reader that is not there', async () => {
    const { sittings } = noting(echo)
    const { outcome } = await sittings.perform(command('a', { reader: 'other' }))
    expect(outcome).toEqual({ kind: 'FAULT', fault: 'NO_READER' })
  })
})

it('puts together what a stream has taken apart', () => {
  const unframe = createUnframing()
  const whole = Buffer.concat([frame(Uint8Array.of(4)), frame(Buffer.from('ffca0000', 'hex'))])
  const frames = [...whole].flatMap((byte) => unframe(Uint8Array.of(byte)))
  expect(frames.map((each) => each.toString('hex'))).toEqual(['04', 'ffca0000'])
  expect(unframe(whole)).toHaveLength(2)
})

it('says what it says again and again once', () => {
  const said: string[] = []
  const tell = once((event) => said.push(event))
  tell('away')
  tell('away')
  tell('refused')
  tell('away')
  expect(said).toEqual(['away', 'refused', 'away'])
})

describe('settings', () => {
  const given = {
    SITE_AGENT_SERVICE_URL: 'https://acme.example',
    SITE_AGENT_CREDENTIAL: 'x'.repeat(30),
  }

  it('are taken, with the readers of the machine', () => {
    expect(readConfig(given)).toMatchObject({ readers: { kind: 'pcsc', modules: null } })
    const http = { SITE_AGENT_SERVICE_URL: 'http://acme.localhost:8080' }
    expect(readConfig({ ...given, ...http }).serviceUrl.protocol).toBe('http:')
  })

  it.each([
    ['a plain address that is not this machine', { SITE_AGENT_SERVICE_URL: 'http://acme.example' }],
    [
      'a plain address that leads elsewhere',
      {
        SITE_AGENT_SERVICE_URL: 'http://acme.localhost',
        SITE_AGENT_SERVICE_ADDRESS: '192.0.2.1:80',
      },
    ],
    ['a misspelt name', { SITE_AGENT_READER: 'virtual' }],
    ['no credential', { SITE_AGENT_CREDENTIAL: '' }],
  ])('are refused with %s', { meta: { covers: ['S67'] } }, (_name, change) => {
    expect(() => readConfig({ ...given, ...change })).toThrow(ConfigRefused)
  })
})
