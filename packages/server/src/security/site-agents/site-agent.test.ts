import { cardFormats } from '@signet/card/chip/card-formats'
import {
  createSiteAgent,
  deleteSiteAgent,
  listCardReaders,
} from '@signet/contract/issuance/site-agents'
import {
  createSmartCardProfile,
  formatSmartCard,
  SmartCardRun,
  testSmartCard,
} from '@signet/contract/issuance/smart-card-profiles'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AgentProcess, startAgentProcess } from '../../../testing/agent-process.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { simulatedCard } from '../../modules/issuance/smart-card-profiles/simulated-card.ts'
import { type CardByTcp, cardByTcp } from './card-by-tcp.ts'

/*
 * The agent as it is run, at the service as it is, with a card that asks for its keys. Guards: what
 * an agent prints, its faults, its sittings.
 */

let test: TestApp
let as: string
let agent: AgentProcess
let agentId: string
let port: number
let readerName: string
let card: CardByTcp | null = null

const main = 'packages/site-agent/src/main.ts'
const keys = { read: 'b1b2b3b4b5b6', write: 'c1c2c3c4c5c6' }

const serviceEnv = (): Record<string, string> => {
  const address = test.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('nothing listens')
  return {
    SITE_AGENT_SERVICE_URL: test.tenant.publicUrl,
    SITE_AGENT_SERVICE_ADDRESS: `127.0.0.1:${address.port}`,
    SITE_AGENT_READERS: 'virtual',
  }
}

beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const made = await test.call(createSiteAgent, { as, body: { name: `Site ${(count += 1)}` } })
  const { agent: registered, credential } = createSiteAgent.answer.parse(made.body)
  agentId = registered.id
  agent = startAgentProcess(main, { ...serviceEnv(), SITE_AGENT_CREDENTIAL: credential, ...env })
}
beforeEach(async () => {
  readerName = 'Virtual reader'
  await start()
  port = Number((await agent.told('virtual_reader'))['port'])
  await agent.told('started')
})
afterEach(async () => {
  await card?.leave()
  await agent.stop()
})

const blank = (leavesAfter: number | null = null) => {
  const factory = { read: Buffer.alloc(6, 0xff), write: Buffer.alloc(6, 0xff) }
  const serialNumber = Buffer.from('04a1b2c3', 'hex')
  return simulatedCard('MIFARE_CLASSIC', {
    serialNumber,
    keys: factory,
    isBlank: true,
    leavesAfter,
  })
}

const put = async (channel = blank()): Promise<void> => {
  card = await cardByTcp(port, channel)
}

const profile = async () => {
  const name = `Profile ${(count += 1)}`
  const layout = cardFormats.H10301
  const body = { name, layout, facilityCode: 118, block: 5, keys }
  const made = await test.call(createSmartCardProfile, {
    as,
    params: { cardType: 'MIFARE_CLASSIC' },
    body,
  })
  return { name, params: { cardType: 'MIFARE_CLASSIC', id: String(made.body['id']) } }
}

const reader = () => ({ agentId, name: readerName })

const format = async ({ name, params }: Awaited<ReturnType<typeof profile>>) => {
  const body = { reader: reader(), confirm: name }
  return test.call(formatSmartCard, { as, params, body })
}

const pollingFor = { timeout: 60_000 }
const hasCard = async (): Promise<boolean | undefined> => {
  const { text } = await test.call(listCardReaders, { as })
  const readers = listCardReaders.answer.parse(JSON.parse(text))
  return readers.find((each) => each.agentId === agentId && each.name === readerName)?.hasCard
}

const last = (text: string): string => {
  const { step, outcome, reason } = SmartCardRun.parse(JSON.parse(text)).steps.at(-1) ?? {}
  return [step, outcome, reason].join(' ')
}

const expectFormattedAndTested = async (): Promise<void> => {
  const made = await profile()
  const formatted = await format(made)
  expect(formatted.body, formatted.text).toMatchObject({ isDone: true, serialNumber: '04A1B2C3' })
  const body = { reader: reader(), cardNumber: 1603 }
  const tested = await test.call(testSmartCard, { as, params: made.params, body })
  expect(tested.body, tested.text).toMatchObject({
    isDone: true,
    credential: { cardNumber: 1603, facilityCode: 118 },
  })
}

it('formats a card in its reader, writes it and reads it back', async () => {
  await put()
  await expectFormattedAndTested()
  const left = await test.ctx.db.selectFrom('card_exchanges').select('id').execute()
  expect(left).toEqual([])
})

it('prints no key, no credential and nothing that a card was told', {
  meta: { covers: ['S67'] },
}, async () => {
  await put()
  const made = await profile()
  await format(made)
  const body = { reader: reader(), cardNumber: 1603 }
  expect((await test.call(testSmartCard, { as, params: made.params, body })).body['isDone']).toBe(
    true,
  )
  const printed = agent.output().toLowerCase()
  expect(printed).toContain('virtual reader')
  for (const secret of [...Object.values(keys), '06ec0c86', 'ff82', '04a1b2c3']) {
    expect(printed).not.toContain(secret)
    expect(printed).not.toContain(Buffer.from(secret, 'hex').toString('base64url').toLowerCase())
  }
})

it('leaves a card as it is whose keys are another profile’s', async () => {
  await put()
  expect((await format(await profile())).body['isDone']).toBe(true)
  const other = await profile()
  await card?.leave()
  await put(
    simulatedCard('MIFARE_CLASSIC', {
      serialNumber: Buffer.from('04a1b2c3', 'hex'),
      keys: { read: Buffer.alloc(6, 1), write: Buffer.alloc(6, 2) },
      isBlank: false,
      leavesAfter: null,
    }),
  )
  expect(last((await format(other)).text)).toBe('PROVE_KEY FAILED KEY_REFUSED')
})

it('tells that there is no card, that it left, and when one comes', async () => {
  const made = await profile()
  expect(last((await format(made)).text)).toBe('CONNECT FAILED NO_CARD')
  await put(blank(3))
  const since = performance.now()
  expect(last((await format(made)).text)).toBe('ERASE FAILED NO_CARD')
  // A card that is there and silent is waited for so long.
  expect(performance.now() - since).toBeLessThan(8000)
  await put()
  await expect.poll(hasCard, pollingFor).toBe(true)
  expect((await format(made)).body['isDone']).toBe(true)
})

it('gives a card that is silent up, in time for the service', async () => {
  await put({ exchange: () => new Promise(() => undefined) })
  // The service would say NO_ANSWER, had the agent waited longer than the service does.
  expect(last((await format(await profile())).text)).toBe('CONNECT FAILED NO_CARD')
  await card?.leave()
  await put()
  expect((await format(await profile())).body['isDone']).toBe(true)
}, 120_000)

it('is of no use any more when it is revoked, and says so', {
  meta: { covers: ['S67'] },
}, async () => {
  await put()
  const made = await profile()
  expect((await test.call(deleteSiteAgent, { as, params: { id: agentId } })).status).toBe(204)
  expect((await format(made)).body['errorCode']).toBe('ISSUANCE_CARD_READER_NOT_FOUND')
  await agent.told('refused')
})

it('does not start with a credential that is not known, or without the package of readers', async () => {
  const credential = 'x'.repeat(80)
  const unknown = startAgentProcess(main, { ...serviceEnv(), SITE_AGENT_CREDENTIAL: credential })
  await expect(unknown.told('started')).rejects.toThrow('does not take this credential')
  const bare = startAgentProcess(main, {
    ...serviceEnv(),
    SITE_AGENT_CREDENTIAL: credential,
    SITE_AGENT_READERS: 'pcsc',
    SITE_AGENT_MODULES: '/nonexistent',
  })
  await expect(bare.told('started')).rejects.toThrow('npm install --prefix FOLDER smartcard')
})

/** The folder in which the package of readers was installed, where pcscd runs with vpcd’s reader. */
const modules = process.env['SITE_AGENT_MODULES'] ?? ''

if (modules !== '') {
  it('formats and writes a card in a reader of the machine, by PC/SC', async () => {
    await agent.stop()
    await start({ SITE_AGENT_READERS: 'pcsc', SITE_AGENT_MODULES: modules })
    await agent.told('started')
    readerName = 'Virtual PCD 00 00'
    port = 0x8c7b
    await put()
    await expect.poll(hasCard, pollingFor).toBe(true)
    await expectFormattedAndTested()
    await card?.leave()
    await expect.poll(hasCard, pollingFor).toBe(false)
    expect(last((await format(await profile())).text)).toBe('CONNECT FAILED NO_CARD')
  })
}
