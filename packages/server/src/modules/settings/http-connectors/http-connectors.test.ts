import {
  listConnectorPlaceholders,
  listConnectorResultItems,
  testConnector,
} from '@signet/contract/settings/http-connectors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { callConnector, readConnector, saveConnector } from './index.ts'

let test: TestApp
let as: string
let service: ServiceForTests
let elsewhere: ServiceForTests

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  elsewhere = await startHttpService()
  allowServices(test, [service, elsewhere])
})
afterAll(async () => {
  await service.close()
  await elsewhere.close()
  await test.close()
})
beforeEach(() => {
  service.calls.length = 0
  service.answer(() => ({ body: { ok: true } }))
})

const connector = (change: object = {}) => ({
  method: 'POST' as const,
  url: `${service.url}/check/{{USER.userId}}`,
  authType: 'None' as const,
  user: '',
  keyName: '',
  headers: [],
  secrets: [],
  contentType: 'application/json' as const,
  body: '{"password":"{{REQ.password}}","ip":"{{ENV.clientIp}}"}',
  timeoutMillis: 10_000,
  statuses: [200],
  resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
  ...change,
})

const values = { 'USER.userId': 'a/b', 'REQ.password': 'qu"ote' }

const trial = async (change: object = {}, rest: object = {}) => {
  const body = { use: 'PASSTHROUGH', connector: connector(change), values, ...rest }
  const answer = await test.call(testConnector, { as, body })
  return { status: answer.status, body: answer.body, text: answer.text }
}

const keep = async (name: string, change: object = {}) => {
  await test.platform.secrets.ready(test.tenant.id)
  return test.ctx.transaction((ctx) =>
    saveConnector(ctx, { name, given: connector(change), path: 'connector' }),
  )
}

describe('a test call', () => {
  it('sends the filled request and says what came of it', {
    meta: { covers: ['admin.http-connector-helpers'] },
  }, async () => {
    const { body } = await trial()
    expect(body).toMatchObject({
      accepted: true,
      status: 200,
      failure: null,
      items: [{ name: 'ok', value: 'true' }],
    })
    const [call] = service.calls
    expect(call).toMatchObject({ method: 'POST', path: '/check/a%2Fb' })
    expect(JSON.parse(call?.body ?? '')).toEqual({ password: 'qu"ote', ip: '127.0.0.1' })
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])('calls by %s', async (method) => {
    expect((await trial({ method })).body.accepted).toBe(true)
    expect(service.calls.map((call) => call.method)).toEqual([method])
  })

  it.each([
    [{ authType: 'Basic', user: 'me', secret: 'word' }, { authorization: 'Basic bWU6d29yZA==' }],
    [{ authType: 'Bearer Token', secret: 'word' }, { authorization: 'Bearer word' }],
    [{ authType: 'API Key', keyName: 'X-Key', secret: 'word' }, { 'x-key': 'word' }],
  ])('proves who calls: %j', async (proof, headers) => {
    await trial(proof)
    expect(service.calls[0]?.headers).toMatchObject(headers)
  })

  it('shows the secret to nobody, also when the service answers with it', async () => {
    service.answer(({ headers }) => ({ body: { ok: true, saw: headers } }))
    const proof = { authType: 'Basic', user: 'me', secret: 'canary-secret' }
    const { text } = await trial(proof)
    expect(text).not.toContain('canary-secret')
    expect(text).not.toContain(Buffer.from('me:canary-secret').toString('base64'))
  })

  it.each([
    ['another status', () => ({ status: 201, body: { ok: true } })],
    ['another value', () => ({ body: { ok: 'yes' } })],
    ['no JSON', () => ({ body: 'ok' })],
    ['a redirect', () => ({ status: 302, headers: { location: `${elsewhere.url}/` } })],
    ['a failure', () => ({ status: 500, body: { ok: true } })],
  ])('does not take %s for a yes', async (_name, answer) => {
    service.answer(answer)
    expect((await trial()).body).toMatchObject({ accepted: false, failure: null })
    expect(elsewhere.calls).toEqual([])
  })

  it('gives up on a service that does not answer', async () => {
    service.answer(() => ({ afterMillis: 'never' }))
    const { body } = await trial({ timeoutMillis: 500 })
    expect(body).toMatchObject({ accepted: false, status: null, failure: 'NO_ANSWER_IN_TIME' })
  })

  it('reads no more of an answer than it bears', async () => {
    service.answer(() => ({ body: { ok: true, rest: 'x'.repeat(300_000) } }))
    expect((await trial()).body).toMatchObject({ accepted: false, failure: 'UNREACHABLE' })
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/',
    'http://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'http://example.com/',
    'https://localhost/',
  ])('is refused where nobody may call: %s', { meta: { covers: ['S25'] } }, async (url) => {
    const { status, body } = await trial({ url })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('url_refused')
  })

  it('is refused for a connector that could not be saved', async () => {
    const { status, text } = await trial({ body: '{"x":{{REQ.password}}}' })
    expect(status).toBe(400)
    expect(text).toContain('json_invalid')
  })

  it('uses a saved secret for the same address and for no other', {
    meta: { covers: ['S24'] },
  }, async () => {
    const proof = { authType: 'Bearer Token', secret: 'kept-secret' }
    await keep('passthrough:one', proof)
    const { secret: _secret, ...unchanged } = proof
    await trial(unchanged, { saved: 'passthrough:one' })
    expect(service.calls[0]?.headers.authorization).toBe('Bearer kept-secret')
    const url = `${elsewhere.url}/check/{{USER.userId}}`
    await trial({ ...unchanged, url }, { saved: 'passthrough:one' })
    expect(elsewhere.calls).toHaveLength(1)
    expect(elsewhere.calls[0]?.headers.authorization).toBeUndefined()
  })
})

describe('a saved connector', () => {
  it('tells that there is a secret, keeps it sealed, and is called with it', async () => {
    await keep('passthrough:two', { authType: 'Bearer Token', secret: 'canary-token' })
    const shown = await readConnector(test.ctx, 'passthrough:two')
    expect(shown.connector?.secretPresent).toBe(true)
    expect(JSON.stringify(shown)).not.toContain('canary-token')
    const outcome = await callConnector(test.ctx, 'passthrough:two', values)
    expect(outcome?.accepted).toBe(true)
    expect(service.calls[0]?.headers.authorization).toBe('Bearer canary-token')
  })

  it('keeps values of headers sealed, and shows those that are placeholders alone', {
    meta: { covers: ['S5'] },
  }, async () => {
    const user = { name: 'X-User', value: '{{USER.userId}}' }
    const headers = [
      { name: 'X-Api-Key', value: 'canary-key' },
      { name: 'X-Mixed', value: 'canary-part {{USER.userId}}' },
      user,
    ]
    const shown = await keep('passthrough:headers', { headers })
    expect(shown.connector?.headers).toEqual([
      { name: 'X-Api-Key', value: null },
      { name: 'X-Mixed', value: null },
      user,
    ])
    const rows = test.ctx.db.selectFrom('http_connectors').selectAll()
    expect(JSON.stringify(await rows.execute())).not.toContain('canary')
    const kept = [{ name: 'x-api-key', value: null }, user]
    await keep('passthrough:headers', { headers: kept })
    await callConnector(test.ctx, 'passthrough:headers', { ...values, 'USER.userId': 'ada' })
    expect(service.calls[0]?.headers).toMatchObject({ 'x-api-key': 'canary-key', 'x-user': 'ada' })
    service.answer(({ headers: seen }) => ({ body: { ok: true, saw: seen } }))
    const tried = await trial({ headers: kept }, { saved: 'passthrough:headers' })
    expect(service.calls[1]?.headers).toMatchObject({ 'x-api-key': 'canary-key' })
    expect(tried.text).not.toContain('canary')
  })

  it.each([{ url: 'https://other.example/' }, { headers: [{ name: 'X-Other', value: null }] }])(
    'takes no value of a header from elsewhere: %j',
    { meta: { covers: ['S24'] } },
    async (change) => {
      const headers = [{ name: 'X-Api-Key', value: 'canary-key' }]
      await keep('passthrough:elsewhere', { headers })
      const empty = { headers: [{ name: 'X-Api-Key', value: null }], ...change }
      await expect(keep('passthrough:elsewhere', empty)).rejects.toMatchObject({
        code: 'invalid_parameters',
      })
    },
  )

  it('hides values of headers that an earlier release stored in clear', async () => {
    await keep('passthrough:clear', {})
    const headers = [{ name: 'X-Api-Key', value: 'canary-key' }]
    await test.ctx.db
      .updateTable('http_connectors')
      .set({ definition: JSON.stringify({ ...connector(), headers }) })
      .where('name', '=', 'passthrough:clear')
      .execute()
    const shown = await readConnector(test.ctx, 'passthrough:clear')
    expect(JSON.stringify(shown)).not.toContain('canary')
    await keep('passthrough:clear', { headers: [{ name: 'X-Api-Key', value: null }] })
    await callConnector(test.ctx, 'passthrough:clear', values)
    expect(service.calls[0]?.headers).toMatchObject({ 'x-api-key': 'canary-key' })
  })

  it.each([
    { url: 'https://other.example/' },
    { authType: 'Basic', user: 'me' },
    { authType: 'API Key', keyName: 'X-Key' },
  ])('keeps no secret for another target: %j', { meta: { covers: ['S24'] } }, async (change) => {
    const proof = { authType: 'Bearer Token' as const }
    await keep('passthrough:three', { ...proof, secret: 'word' })
    await keep('passthrough:three', { ...proof, timeoutMillis: 2000 })
    await expect(keep('passthrough:three', { ...proof, ...change })).rejects.toMatchObject({
      code: 'invalid_parameters',
    })
  })

  it('is nothing under a name that nobody has saved', async () => {
    expect(await callConnector(test.ctx, 'passthrough:none', values)).toBeNull()
  })
})

describe('the helpers', () => {
  it('lists the placeholders of a use', {
    meta: { covers: ['admin.http-connector-helpers'] },
  }, async () => {
    const { text } = await test.call(listConnectorPlaceholders, { as, body: { use: 'OTP' } })
    expect(text).toContain('{{REQ.code}}')
    expect(text).toContain('{{ENV.clientIp}}')
    expect(text).not.toContain('{{REQ.password}}')
  })

  it('lists the values of an answer with their paths', {
    meta: { covers: ['admin.http-connector-helpers'] },
  }, async () => {
    const body = { answer: '{"a":{"b":[1]}}' }
    const { text } = await test.call(listConnectorResultItems, { as, body })
    expect(JSON.parse(text)).toEqual([{ path: '$.a.b[0]', value: '1' }])
  })
})
