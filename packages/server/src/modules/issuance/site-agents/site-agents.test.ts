import {
  announceCardReaders,
  createSiteAgent,
  deleteSiteAgent,
  exchangeWithCard,
  listCardReaders,
  listSiteAgents,
  longestWaitSeconds,
} from '@signet/contract/issuance/site-agents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { buildSiteAgent, readerOfTests } from '../../../../testing/issuance/site-agents.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { noteRow } from '../../../platform/db/row-sets.ts'
import { claimCommand } from './card-exchanges.repository.ts'
import { type Exchange, ReaderFault, withCardReader } from './card-reader.ts'

/*
 * Guards: `expectSiteAgent`; of a command `is_taken`, `agent_id`, `number`, the end of its time; of
 * a sitting the unique reader; `poll_id`; RLS and the tenant in every query.
 */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

type Agent = Awaited<ReturnType<typeof buildSiteAgent>>

const built = (): Promise<Agent> => buildSiteAgent(test.ctx)

const apdu = (text: string): string => Buffer.from(text, 'hex').toString('base64url')
const response = (hex: string) => ({ kind: 'RESPONSE', apdu: apdu(hex) })

interface Asked {
  readonly waitSeconds?: number
  readonly answer?: {
    readonly exchangeId: string
    readonly number: number
    readonly outcome: object
  }
}

const ask = (agent: Pick<Agent, 'credential'>, { answer, ...more }: Asked = {}) => {
  const body = { credential: agent.credential, waitSeconds: longestWaitSeconds, ...more }
  if (answer === undefined) return test.call(exchangeWithCard, { body })
  const { exchangeId, number, outcome } = answer
  return test.call(exchangeWithCard, { body: { ...body, answer: { exchangeId, number, outcome } } })
}

const commandIn = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  const { command } = exchangeWithCard.answer.parse(answer.body)
  if (command === null) throw new Error('there is no command')
  return command
}

const commandOf = async (agent: Agent, more: Asked = {}) => commandIn(await ask(agent, more))

const nothingFor = async (agent: Agent, more: Asked = {}): Promise<void> => {
  const answer = await ask(agent, { waitSeconds: 0, ...more })
  expect(answer.body).toEqual({ command: null })
}

const readSerial = Buffer.from('ffca000000', 'hex')

/** A sitting whose commands are sent one by one; `end` gives the reader back. */
const sitting = async ({ reader }: Agent) => {
  const sat = Promise.withResolvers<Exchange>()
  const over = Promise.withResolvers<void>()
  const done = withCardReader(test.ctx, reader, async (exchange) => {
    sat.resolve(exchange)
    await over.promise
  })
  done.catch(sat.reject)
  const exchange = await sat.promise
  /** What comes of a command: what the card answered, or why it did not. */
  const send = (bytes: Buffer = readSerial): Promise<string> =>
    exchange(bytes).then(
      (answer) => answer.toString('hex'),
      (error: unknown) => (error instanceof ReaderFault ? error.reason : String(error)),
    )
  const end = async (): Promise<void> => {
    over.resolve()
    await done
  }
  return { send, end }
}

/** Waits until a command, the first unless told, lies there for the agent. */
const placed = async (agent: Agent, number = 1): Promise<void> => {
  const lies = async (): Promise<boolean> => {
    const row = await test.ctx.db
      .selectFrom('card_exchanges')
      .select(['sealed_command', 'number'])
      .where('tenant_id', '=', test.tenant.id)
      .where('agent_id', '=', agent.id)
      .executeTakeFirst()
    return row !== undefined && row.sealed_command !== null && row.number === number
  }
  await expect.poll(lies).toBe(true)
}

const lastCallOf = async ({ id }: Agent): Promise<string | null> => {
  const row = await test.ctx.db
    .selectFrom('site_agents')
    .select('poll_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.poll_id
}

/** Begins a call of an agent, which is its last one when this returns. */
const waitingCall = async (agent: Agent) => {
  const before = await lastCallOf(agent)
  const answered = ask(agent)
  await expect.poll(() => lastCallOf(agent)).not.toBe(before)
  return { answered }
}

const refusalOf = (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => 'not refused',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const rowOf = (id: string) =>
  test.ctx.db
    .selectFrom('card_exchanges')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a site agent', () => {
  it('gets a credential that is shown once and kept as a digest', {
    meta: { covers: ['S67'] },
  }, async () => {
    const name = 'Card office'
    const made = await test.call(createSiteAgent, { as, body: { name } })
    expect(made.body).toMatchObject({ agent: { name, lastSeenAt: null, isOnline: false } })
    const { credential } = createSiteAgent.answer.parse(made.body)
    const listed = await test.call(listSiteAgents, { as })
    expect(listed.text).toContain(name)
    expect(listed.text).not.toContain(credential)
    const row = await test.ctx.db
      .selectFrom('site_agents')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(credential)
    const again = await test.call(createSiteAgent, { as, body: { name: name.toUpperCase() } })
    expect(again.body.errorCode).toBe('name_exists')
  })

  it('tells of its readers, and is away when it is silent', async () => {
    const agent = await built()
    const readers = async () => {
      const { text } = await test.call(listCardReaders, { as })
      return listCardReaders.answer
        .parse(JSON.parse(text))
        .filter(({ agentId }) => agentId === agent.id)
    }
    const shown = { ...agent.reader, agentName: agent.name, hasCard: true, isOnline: true }
    expect(await readers()).toEqual([shown])
    test.clock.advance(46_000)
    expect(await readers()).toEqual([{ ...shown, isOnline: false }])
    expect(await refusalOf(sitting(agent))).toContain('ISSUANCE_CARD_READER_NOT_FOUND')
    await nothingFor(agent)
    expect(await readers()).toEqual([shown])
    const { credential } = agent
    const body = { credential, version: '2', readers: [] }
    expect((await test.call(announceCardReaders, { body })).status).toBe(204)
    expect(await readers()).toEqual([])
    expect(await refusalOf(sitting(agent))).toContain('ISSUANCE_CARD_READER_NOT_FOUND')
  })

  it('is none without its credential, nor at another tenant', {
    meta: { covers: ['S67'] },
  }, async () => {
    const { credential } = await built()
    const other = await test.otherTenant()
    const wrong = `${credential.slice(0, -1)}${credential.endsWith('A') ? 'B' : 'A'}`
    const told = { version: '1', readers: [] }
    const refused = [
      await ask({ credential: wrong }),
      await ask({ credential: 'x'.repeat(80) }),
      await other.call(exchangeWithCard, { body: { credential, waitSeconds: 0 } }),
      await other.call(announceCardReaders, { body: { credential, ...told } }),
      await test.call(announceCardReaders, { body: { credential: wrong, ...told } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })

  it('that is revoked is sent away at once, and what it was at ends', {
    meta: { covers: ['S67'] },
  }, async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    await commandOf(agent)
    const { answered } = await waitingCall(agent)
    const params = { id: agent.id }
    expect((await test.call(deleteSiteAgent, { as, params })).status).toBe(204)
    expect(await sent).toBe('NO_ANSWER')
    expect((await answered).body.errorCode).toBe('access_denied')
    expect((await ask(agent)).body.errorCode).toBe('access_denied')
    expect((await test.call(deleteSiteAgent, { as, params })).status).toBe(404)
    await end()
  })
})

describe('a command', () => {
  it('is given to the agent of the reader, and its answer to who sent it', {
    meta: { covers: ['S67'] },
  }, async () => {
    const [agent, stranger] = [await built(), await built()]
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    await nothingFor(stranger)
    const given = await commandOf(agent)
    expect(given).toMatchObject({ number: 1, reader: readerOfTests, apdu: apdu('ffca000000') })
    await nothingFor(agent, { answer: { ...given, outcome: response('04a19000') } })
    expect(await sent).toBe('04a19000')
    const next = send()
    await placed(agent, 2)
    const second = await commandOf(agent)
    expect(second).toMatchObject({ exchangeId: given.exchangeId, number: 2 })
    await nothingFor(agent, { answer: { ...second, outcome: { kind: 'FAULT', fault: 'NO_CARD' } } })
    expect(await next).toBe('NO_CARD')
    await end()
  })

  it('lies sealed in the database, its answer too, and nothing of a sitting stays', {
    meta: { covers: ['S67'] },
  }, async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const key = Buffer.from('ff82000006a1b2c3d4e5f6', 'hex')
    const sent = send(key)
    await placed(agent)
    const given = await commandOf(agent)
    const answer = Buffer.from('c0ffee9000', 'hex')
    const before = await rowOf(given.exchangeId)
    expect(before.sealed_command?.includes(key.subarray(5))).toBe(false)
    await nothingFor(agent, { answer: { ...given, outcome: response('c0ffee9000') } })
    expect((await rowOf(given.exchangeId)).sealed_answer?.includes(answer)).toBe(false)
    expect(await sent).toBe('c0ffee9000')
    await end()
    await expect(rowOf(given.exchangeId)).rejects.toThrow('no result')
  })

  it('is given once, though it is lost on its way', { meta: { covers: ['S67'] } }, async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    await commandOf(agent)
    await nothingFor(agent)
    const stop = test.call(deleteSiteAgent, { as, params: { id: agent.id } })
    expect(await sent).toBe('NO_ANSWER')
    await stop
    await end()
  })

  it('is given to the last call of an agent: an earlier one ends', async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const earlier = await waitingCall(agent)
    const later = await waitingCall(agent)
    expect((await earlier.answered).body).toEqual({ command: null })
    const sent = send()
    const given = commandIn(await later.answered)
    await nothingFor(agent, { answer: { ...given, outcome: response('9000') } })
    expect(await sent).toBe('9000')
    await end()
  })

  it('is not taken by a call that another has followed', {
    meta: { covers: ['S67'] },
  }, async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    const [former, last] = [crypto.randomUUID(), crypto.randomUUID()]
    await noteRow(test.ctx, 'site_agents', { id: agent.id, poll_id: last })
    const looked = await claimCommand(test.ctx, agent.id, former)
    expect(looked).toEqual({ is_latest: false, claimed: null })
    const given = await commandOf(agent)
    await nothingFor(agent, { answer: { ...given, outcome: response('9000') } })
    expect(await sent).toBe('9000')
    await end()
  })

  it('is answered by its agent alone, once, and not by the number of another', {
    meta: { covers: ['S67'] },
  }, async () => {
    const [agent, stranger] = [await built(), await built()]
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    const given = await commandOf(agent)
    await nothingFor(stranger, { answer: { ...given, outcome: response('dead9000') } })
    await nothingFor(agent, { answer: { ...given, number: 2, outcome: response('beef9000') } })
    await nothingFor(agent, { answer: { ...given, outcome: response('04a19000') } })
    await nothingFor(agent, { answer: { ...given, outcome: response('cafe9000') } })
    expect(await sent).toBe('04a19000')
    await end()
  })

  it('is answered by nobody who was not given it, nor when its time is over', {
    meta: { covers: ['S67'] },
  }, async () => {
    const agent = await built()
    const { send, end } = await sitting(agent)
    const sent = send()
    await placed(agent)
    const { id: exchangeId } = await test.ctx.db
      .selectFrom('card_exchanges')
      .select('id')
      .where('agent_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    const guess = { exchangeId, number: 1, outcome: response('dead9000') }
    const given = await commandOf(agent, { answer: guess })
    test.clock.advance(10_001)
    await nothingFor(agent, { answer: { ...given, outcome: response('beef9000') } })
    expect((await rowOf(exchangeId)).sealed_answer).toBeNull()
    await test.call(deleteSiteAgent, { as, params: { id: agent.id } })
    expect(await sent).toBe('NO_ANSWER')
    await end()
  })
})

describe('a reader', () => {
  it('is one sitting’s at a time, until that ends or is left', {
    meta: { covers: ['S67'] },
  }, async () => {
    const agent = await built()
    const first = await sitting(agent)
    expect(await refusalOf(sitting(agent))).toContain('ISSUANCE_CARD_READER_BUSY')
    test.clock.advance(10_001)
    const second = await sitting(agent)
    expect(await first.send()).toBe('NO_ANSWER')
    await first.end()
    expect(await refusalOf(sitting(agent))).toContain('ISSUANCE_CARD_READER_BUSY')
    await second.end()
    await (await sitting(agent)).end()
  })

  it('that gives no answer ends a sitting after ten seconds', async () => {
    const { send, end } = await sitting(await built())
    const since = performance.now()
    expect(await send()).toBe('NO_ANSWER')
    expect(performance.now() - since).toBeGreaterThan(9900)
    await end()
  })
})
