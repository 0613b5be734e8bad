import { listAccessDecisions } from '@signet/contract/access/access-decisions'
import { changeExpiredPassword } from '@signet/contract/access/authentication'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
} from '@signet/contract/access/resource-rules'
import {
  changeRiskEngineState,
  createRiskEngine,
  deleteRiskEngine,
  listRiskEngineDefinitions,
  listRiskEngines,
  readRiskEngine,
  reportRiskFactors,
  updateRiskEngine,
} from '@signet/contract/access/risk-engines'
import { riskEngineTemplates } from '@signet/rules/risk/engines'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceAnswer,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { readConnector } from '../../settings/http-connectors/index.ts'
import { askEngines } from './index.ts'

let test: TestApp
let as: string
let service: ServiceForTests
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  allowServices(test, [service])
  // The rules that a tenant begins with let everybody in.
  for (const { id } of JSON.parse((await test.call(listResourceRules, { as })).text)) {
    await test.call(deleteResourceRule, { as, params: { id } })
  }
})
afterAll(async () => {
  await service.close()
  await test.close()
})
beforeEach(() => {
  service.calls.length = 0
  service.answer(() => ({ body: { score: 10 } }))
})

const rules: string[] = []
const engines: string[] = []
afterEach(async () => {
  for (const id of rules.splice(0)) await test.call(deleteResourceRule, { as, params: { id } })
  for (const id of engines.splice(0)) await test.call(deleteRiskEngine, { as, params: { id } })
})

const named = (name: string) => `${name} ${Math.random()}`

const engineBody = (change: object = {}, connector: object = {}) => ({
  name: named('Engine'),
  engine: 'SCORE',
  reading: riskEngineTemplates.SCORE.reading,
  connector: {
    method: 'POST',
    url: `${service.url}/risk`,
    authType: 'None',
    body: riskEngineTemplates.SCORE.body,
    timeoutMillis: 10_000,
    ...connector,
  },
  ...change,
})

const addEngine = async (change: object = {}, connector: object = {}): Promise<string> => {
  const body = engineBody(change, connector)
  const answer = await test.call(createRiskEngine, { as, body })
  expect(answer.status, answer.text).toBe(200)
  const id = String(answer.body.id)
  engines.push(id)
  return id
}

const factorOf = (engineId: string) => ({
  type: 'RISK_ENGINE' as const,
  points: 10,
  engineId,
  failsFrom: 'MEDIUM' as const,
})

const addRule = async (engineId: string, rule: object = {}): Promise<string> => {
  const body = {
    name: named('Rule'),
    resourceId: 'USER_PORTAL' as const,
    factors: [factorOf(engineId)],
    ...rule,
  }
  const answer = await test.call(createResourceRule, { as, body })
  expect(answer.status, answer.text).toBe(200)
  rules.push(String(answer.body.id))
  return String(answer.body.id)
}

const proves = async (person: { readonly userId: string }, password = goodPassword) => {
  const browser = browserOf(test.call)
  await browser.query(person.userId)
  return { browser, answer: await browser.prove('PASSWORD', password) }
}

const decisionsOf = async (userid: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await test.call(listAccessDecisions, { as, params: { userid } })).text)

describe('a rule that names a risk engine', () => {
  it('lets in whom the engine finds calm, and keeps what it said', async () => {
    const engine = await addEngine(
      {},
      { resultItems: [{ name: 'proxy', path: '$.proxy', equals: null }] },
    )
    await addRule(engine)
    service.answer(() => ({ body: { score: 39, proxy: false } }))
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body).toMatchObject({ authenticationCompleted: true })
    expect(service.calls).toHaveLength(1)
    expect(JSON.parse(service.calls[0]?.body ?? '')).toMatchObject({
      user: person.userId,
      ip: '127.0.0.1',
      resource: 'USER_PORTAL',
      knownDevice: 'false',
    })
    expect(await decisionsOf(person.id)).toMatchObject([
      {
        outcome: 'ALLOW',
        reproduced: true,
        engines: [
          { level: 'LOW', failure: null, riskFactors: [{ name: 'proxy', value: 'false' }] },
        ],
      },
    ])
  })

  it('denies whom the engine doubts, and tells them nothing of it', async () => {
    await addRule(await addEngine())
    service.answer(() => ({ body: { score: 40, why: 'known-botnet' } }))
    const person = await buildPerson(test.ctx)
    const { answer } = await proves(person)
    expect(answer.body.errorCode).toBe('access_denied')
    expect(answer.text).not.toMatch(/botnet|score|risk/i)
    expect(await decisionsOf(person.id)).toMatchObject([
      {
        outcome: 'DENY',
        level: 'HIGH',
        reproduced: true,
        engines: [{ level: 'MEDIUM' }],
        rules: [{ factors: [{ type: 'RISK_ENGINE', failed: true, reason: 'RISKY' }] }],
      },
    ])
  })

  /** Everything but a number by 200: each has to deny. */
  it.each<[string, ServiceAnswer, string]>([
    ['another status with a calm score', { status: 202, body: { score: 0 } }, 'REFUSED'],
    ['a failure with a calm score', { status: 500, body: { score: 0 } }, 'REFUSED'],
    ['an answer without a score', { body: { level: 'low' } }, 'NOT_UNDERSTOOD'],
    ['a score that is none', { body: { score: 'calm' } }, 'NOT_UNDERSTOOD'],
    ['an empty score', { body: { score: '' } }, 'NOT_UNDERSTOOD'],
    ['a list of scores', { body: { score: [0] } }, 'NOT_UNDERSTOOD'],
    ['no JSON', { body: 'score=0' }, 'NOT_UNDERSTOOD'],
    [
      'a redirect to a calm score',
      { status: 302, headers: { location: '/calm' }, body: { score: 0 } },
      'REFUSED',
    ],
    ['silence', { afterMillis: 'never' }, 'NO_ANSWER_IN_TIME'],
  ])('denies by %s', { meta: { covers: ['S20'] } }, async (_name, said, failure) => {
    const patience = said.afterMillis === 'never' ? { timeoutMillis: 500 } : {}
    await addRule(await addEngine({}, patience))
    service.answer(({ path }) => (path === '/calm' ? { body: { score: 0 } } : said))
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body.errorCode).toBe('access_denied')
    expect(await decisionsOf(person.id)).toMatchObject([
      {
        outcome: 'DENY',
        engines: [{ level: null, failure }],
        rules: [{ factors: [{ failed: true, reason: 'ENGINE_FAILED' }] }],
      },
    ])
  })

  it('denies where nobody listens any more', { meta: { covers: ['S20'] } }, async () => {
    const gone = await startHttpService()
    allowServices(test, [service, gone])
    await addRule(await addEngine({}, { url: gone.url }))
    await gone.close()
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body.errorCode).toBe('access_denied')
  })

  it('asks nothing about whoever has proven nothing', async () => {
    await addRule(await addEngine())
    await proves(await buildPerson(test.ctx), 'wrong')
    expect(service.calls).toEqual([])
  })

  it('asks once for a sign-in, however many steps it has', async () => {
    await addRule(await addEngine(), { highRisk: 'STEP_UP' })
    service.answer(() => ({ body: { score: 99 } }))
    const person = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, person.id)
    const { browser, answer } = await proves(person)
    expect(answer.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    service.answer(() => ({ status: 500 }))
    test.clock.advance(31_000)
    const done = await browser.prove('TOKEN', token.code())
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    expect(service.calls).toHaveLength(1)
    expect(await decisionsOf(person.id)).toMatchObject([{ engines: [{ level: 'HIGH' }] }])
  })

  it('asks again within a sign-in where nothing was answered', async () => {
    await addRule(await addEngine(), { highRisk: 'STEP_UP' })
    service.answer(() => ({ status: 500 }))
    const person = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, person.id)
    const { browser } = await proves(person)
    service.answer(() => ({ body: { score: 0 } }))
    test.clock.advance(31_000)
    await browser.prove('TOKEN', token.code())
    expect(service.calls).toHaveLength(2)
    expect(await decisionsOf(person.id)).toMatchObject([{ engines: [{ level: 'LOW' }] }])
  })

  it('asks once where a password is changed within the sign-in', async () => {
    await addRule(await addEngine())
    const person = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('passwords')
      .set({ force_change: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', person.id)
      .execute()
    const { browser, answer } = await proves(person)
    expect(answer.body).toMatchObject({ requiredActions: ['PASSWORD_CHANGE'] })
    const body = { authToken: browser.authToken, newPassword: 'another good phrase 3' }
    const done = await test.call(changeExpiredPassword, { body })
    expect(done.body, done.text).toMatchObject({ authenticationCompleted: true })
    expect(service.calls).toHaveLength(1)
  })

  it('asks only the engines of rules about the person', async () => {
    const group = await buildGroup(test.ctx)
    await addRule(await addEngine(), { groupIds: [group.id] })
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body.errorCode).toBe('access_denied')
    expect(service.calls).toEqual([])
  })

  it('passes while its engine is switched off, which is not asked then', {
    meta: { covers: ['lifecycle.other-state-calls'] },
  }, async () => {
    const engine = await addEngine()
    await addRule(engine)
    const params = { id: engine }
    const off = { as, params, body: { state: 'DISABLED' as const } }
    expect((await test.call(changeRiskEngineState, off)).body).toMatchObject({ state: 'DISABLED' })
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body).toMatchObject({ authenticationCompleted: true })
    expect(service.calls).toEqual([])
    const body = engineBody()
    const changed = await test.call(updateRiskEngine, { as, params, body })
    expect(changed.body, 'a change leaves the state').toMatchObject({ state: 'DISABLED' })
  })

  it('keeps its engine, and is not saved with one that there is not', async () => {
    const engine = await addEngine()
    const rule = await addRule(engine)
    const params = { id: engine }
    const refused = await test.call(deleteRiskEngine, { as, params })
    expect(refused.body.errorCode).toBe('used_by_rule')
    await test.call(deleteResourceRule, { as, params: { id: rule } })
    expect((await test.call(deleteRiskEngine, { as, params })).status).toBe(204)
    expect(await readConnector(test.ctx, `risk-engine:${engine}`)).toEqual({
      connector: null,
      version: 0,
    })
    const body = {
      name: named('Rule'),
      resourceId: 'USER_PORTAL' as const,
      factors: [factorOf(engine)],
    }
    expect((await test.call(createResourceRule, { as, body })).status).toBe(400)
  })

  it('is judged without a call while a transaction is open', async () => {
    const engine = await addEngine()
    const { reading } = riskEngineTemplates.SCORE
    const definition = { engine: 'SCORE', state: 'ENABLED', description: '', reading }
    const question = {
      transactionId: crypto.randomUUID(),
      userId: crypto.randomUUID(),
      resource: 'USER_PORTAL',
      place: null,
      deviceKnown: false,
    }
    const answers = await test.ctx.transaction((ctx) =>
      askEngines(ctx, [{ id: engine, name: 'Engine', definition }], question),
    )
    expect(answers[engine]).toMatchObject({ level: null, failure: 'NOT_ASKED' })
    expect(service.calls).toEqual([])
  })
})

describe('a risk engine', () => {
  it('shows its definitions, each of which makes an engine', {
    meta: { covers: ['admin.risk-engine-definitions'] },
  }, async () => {
    const answer = await test.call(listRiskEngineDefinitions, { as })
    const definitions: { engine: string; body: string; reading: object }[] = JSON.parse(answer.text)
    expect(definitions.map(({ engine }) => engine)).toEqual([
      'SCORE',
      'LEVEL',
      'DECISION',
      'CONNECTOR',
    ])
    for (const { engine, body, reading } of definitions)
      await addEngine({ engine, reading }, { body })
  })

  it('keeps the request of its definition unless it is described whole', async () => {
    const other = { body: '{"who":"{{USER.userId}}"}' }
    const fixed = await test.call(createRiskEngine, { as, body: engineBody({}, other) })
    expect(fixed.body).toMatchObject({ errorCode: 'invalid_parameters' })
    await addEngine({ engine: 'CONNECTOR' }, other)
  })

  it.each([
    [
      'bounds in the wrong order',
      { reading: { ...riskEngineTemplates.SCORE.reading, highFrom: 1 } },
    ],
    [
      'a word of two levels',
      { engine: 'LEVEL', reading: { ...riskEngineTemplates.LEVEL.reading, high: ['LOW'] } },
    ],
  ])('is not saved with %s', async (_name, change) => {
    const answer = await test.call(createRiskEngine, { as, body: engineBody(change) })
    expect(answer.status).toBe(400)
  })

  it.each([
    ['at an address inside', { url: 'https://10.0.0.7/' }],
    ['over plain http to anywhere', { url: 'http://risk.example/' }],
    ['that takes another status for a yes', { statuses: [200, 202] }],
    ['that is sent a password', { body: '{"p":"{{REQ.password}}"}' }],
  ])('is not saved %s', { meta: { covers: ['S25'] } }, async (_name, connector) => {
    const body = engineBody({ engine: 'CONNECTOR' }, connector)
    expect((await test.call(createRiskEngine, { as, body })).status).toBe(400)
  })

  it('loses its secret with another address, and never shows it', {
    meta: { covers: ['S24'] },
  }, async () => {
    const proof = { authType: 'Bearer Token', secret: 'sesame-sesame' }
    const id = await addEngine({}, proof)
    const read = await test.call(readRiskEngine, { as, params: { id } })
    expect(read.text).not.toContain('sesame')
    expect(read.body).toMatchObject({ connector: { secretPresent: true } })
    const change = (connector: object) =>
      test.call(updateRiskEngine, {
        as,
        params: { id },
        body: engineBody({}, { authType: 'Bearer Token', ...connector }),
      })
    expect((await change({})).status).toBe(200)
    await test.call(reportRiskFactors, { as, body: { id } })
    expect(service.calls[0]?.headers.authorization).toBe('Bearer sesame-sesame')
    expect((await change({ url: `${service.url}/other` })).status).toBe(400)
  })

  it('says of an example what it would say of a sign-in', {
    meta: { covers: ['admin.risk-engine-definitions'] },
  }, async () => {
    const resultItems = [{ name: 'why', path: '$.why', equals: null }]
    const id = await addEngine({}, { resultItems })
    service.answer(() => ({ body: { score: 80, why: 'a\nb' } }))
    const body = { id, values: { 'USER.userId': 'ada', 'ENV.clientIp': '203.0.113.9' } }
    const answer = await test.call(reportRiskFactors, { as, body })
    expect(answer.body).toMatchObject({ level: 'HIGH', failure: null })
    expect(answer.body.riskFactors).toMatchObject([{ name: 'why' }])
    expect(JSON.parse(service.calls[0]?.body ?? '')).toMatchObject({
      user: 'ada',
      ip: '203.0.113.9',
    })
  })

  it('has a name of its own', async () => {
    const name = named('Twin')
    await addEngine({ name })
    const again = await test.call(createRiskEngine, {
      as,
      body: engineBody({ name: name.toUpperCase() }),
    })
    expect(again.body.errorCode).toBe('name_exists')
    const listed = await test.call(listRiskEngines, { as })
    expect(listed.text).toContain(name)
  })
})
