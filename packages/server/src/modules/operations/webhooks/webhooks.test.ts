import { createUser } from '@signet/contract/identity/users'
import {
  createWebhook,
  deleteWebhook,
  listWebhookEvents,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@signet/contract/operations/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type HookedApp, hookedApp } from '../../../../testing/operations/hooked-app.ts'
import {
  expectedSignature,
  type Receiver,
  startReceiver,
} from '../../../../testing/operations/receiver.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let node: HookedApp
let receiver: Receiver
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  receiver = await startReceiver()
  node = await hookedApp(test, receiver.port)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await node.end()
  await receiver.close()
  await test.close()
})

const unique = (): string => test.platform.ids.random(6).toString('hex')
const wanted = (change: object = {}) => ({
  name: unique(),
  url: 'https://hooks.example.test/in',
  events: ['USER_*'],
  ...change,
})

const add = async (change: object = {}) => {
  const answer = await node.call(createWebhook, { as, body: wanted(change) })
  expect(answer.status, answer.text).toBe(200)
  const webhook = JSON.parse(answer.text).webhook
  return { id: String(webhook.id), name: String(webhook.name), secret: String(answer.body.secret) }
}

describe('the secret of a webhook', () => {
  it('is shown when it is made, never again, and stands sealed in the database', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = await node.call(readWebhook, { as, params: { id } })
    const list = await node.call(listWebhooks, { as })
    const stored = await test.testDatabase.asOwner((owner) =>
      owner.query(`select encode(sealed_secret, 'hex') as sealed from webhooks where id = $1`, [
        id,
      ]),
    )
    const clear = Buffer.from(secret.slice(6), 'base64').toString('hex')
    for (const text of [read.text, list.text]) expect(text).not.toContain(secret)
    expect(stored.rows[0].sealed).not.toContain(clear)
  })

  it('is another one for another URL, and the former signs no more', {
    meta: { covers: ['S24'] },
  }, async () => {
    const { id, name, secret } = await add()
    await node.call(rotateWebhookSecret, { as, params: { id }, body: {} })
    const same = await node.call(updateWebhook, { as, params: { id }, body: wanted({ name }) })
    expect(same.body.secret).toBeNull()
    const url = `http://127.0.0.1:${receiver.port}/ok`
    const moved = await node.call(updateWebhook, { as, params: { id }, body: wanted({ url }) })
    expect(moved.body).toMatchObject({ webhook: { url, formerSecretEndsAt: null } })
    const next = String(moved.body.secret)
    expect(next).not.toBe(secret)
    await node.call(testWebhook, { as, params: { id } })
    const received = receiver.received.at(-1)
    if (received === undefined) throw new Error('nothing came')
    expect(received.headers['webhook-signature']).toBe(expectedSignature(next, received))
  })
})

describe('a test', () => {
  it.each([
    ['/ok', { delivered: true, answerStatus: 200, answer: 'thank you', failure: null }],
    [
      '/broken',
      { delivered: false, answerStatus: 500, answer: 'not today ', failure: 'ANSWER_REFUSED' },
    ],
    ['/cut', { delivered: false, answerStatus: null, answer: '', failure: 'UNREACHABLE' }],
  ])(
    'of %s tells what came back',
    { meta: { covers: ['admin.webhook-test'] } },
    async (path, told) => {
      const { id } = await add({ url: `http://127.0.0.1:${receiver.port}${path}` })
      const answer = await node.call(testWebhook, { as, params: { id } })
      expect(answer.body).toMatchObject(told)
    },
  )
})

describe('an address', () => {
  it.each([
    ['in clear', 'http://hooks.example.test/in'],
    ['inside', 'https://10.0.0.7/in'],
    ['of loopback', 'https://127.0.0.1/in'],
    ['of loopback by name', 'https://localhost/in'],
    ['of metadata', 'https://169.254.169.254/latest'],
    ['in another form', 'https://2130706433/in'],
    ['with a password', 'https://a:b@hooks.example.test/in'],
  ])('%s is refused', { meta: { covers: ['S25'] } }, async (_name, url) => {
    const answer = await node.call(createWebhook, { as, body: wanted({ url }) })
    expect(answer.body).toMatchObject({ errorCode: 'webhook_url_refused' })
  })

  it.each(['ftp://hooks.example.test/', 'hooks', 'javascript:alert(1)'])(
    '%s is no web address',
    async (url) => {
      const answer = await node.call(createWebhook, { as, body: wanted({ url }) })
      expect(answer.status).toBe(400)
    },
  )

  it('that leads inside only when it is called gets nothing', {
    meta: { covers: ['S25'] },
  }, async () => {
    const { id } = await add()
    await sql`update webhooks set url = 'https://127.0.0.2/in' where tenant_id = ${test.tenant.id}
      and id = ${id}`.execute(test.ctx.db)
    const answer = await node.call(testWebhook, { as, params: { id } })
    expect(answer.body).toMatchObject({ answerStatus: null, failure: 'ADDRESS_REFUSED' })
  })
})

describe('a webhook', () => {
  it('has a name of its own, a version, and ends when it is deleted', async () => {
    const { id, name } = await add()
    const again = await node.call(createWebhook, { as, body: wanted({ name }) })
    expect(again.body).toMatchObject({ errorCode: 'webhook_exists' })
    const headers = { 'if-match': '"7"' }
    const stale = await node.call(updateWebhook, { as, params: { id }, body: wanted(), headers })
    expect(stale.status).toBe(412)
    expect((await node.call(deleteWebhook, { as, params: { id } })).status).toBe(204)
    expect((await node.call(readWebhook, { as, params: { id } })).status).toBe(404)
  })

  it('can choose every event that the audit log has a text for', async () => {
    const { text } = await node.call(listWebhookEvents, { as })
    expect(JSON.parse(text)).toContainEqual({
      action: 'USER_CREATED',
      group: 'USER_*',
      text: 'User added',
    })
  })
})

/** What came under a path: other webhooks of this file are told of the same events. */
const toldAt = (place: string): readonly string[] =>
  receiver.received.filter(({ path }) => path === place).map(({ body }) => body)

describe('what a webhook tells', () => {
  it('is the envelope alone when whoever saved it may not read the audit log', {
    meta: { covers: ['S5'] },
  }, async () => {
    const limited = await buildAdmin(test.ctx, { permissions: [['WEBHOOKS', 'ADD']] })
    const url = `http://127.0.0.1:${receiver.port}/limited`
    await node.call(createWebhook, { as: limited.token, body: wanted({ url }) })
    const userId = `secretive-${unique()}`
    await node.call(createUser, { as, body: { userId } })
    const came = async () => {
      await node.deliver()
      return toldAt('/limited').length
    }
    await expect.poll(came, { timeout: 60_000 }).toBe(1)
    const [told = ''] = toldAt('/limited')
    expect(JSON.parse(told).data).toMatchObject({ detail: 'WITHHELD', entity: { type: 'USERS' } })
    expect(told).not.toContain(userId)
  })

  it('never holds a secret that was typed or given out', { meta: { covers: ['S5'] } }, async () => {
    const url = `http://127.0.0.1:${receiver.port}/all`
    const { id, secret } = await add({ url, events: ['*'] })
    const rotated = await node.call(rotateWebhookSecret, { as, params: { id }, body: {} })
    const password = `Canary ${unique()} 7`
    const user = await node.call(createUser, { as, body: { userId: unique(), password } })
    expect(user.status, user.text).toBe(200)
    const came = async () => {
      await node.deliver()
      return toldAt('/all').filter((body) => body.includes('"USER_CREATED"')).length
    }
    await expect.poll(came, { timeout: 60_000 }).toBe(1)
    const all = toldAt('/all').join('\n')
    expect(all).toContain('WEBHOOK_SECRET_ROTATED')
    for (const canary of [secret, String(rotated.body.secret), password]) {
      expect(all).not.toContain(canary)
    }
  })
})
