import { generateKeyPairSync } from 'node:crypto'
import { updatePushSubscription } from '@signet/contract/authenticators/push-subscriptions'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  readPushCredentials,
  testPushCredentials,
  updatePushCredentials,
} from '@signet/contract/provider/push-credentials'
import { updateMobileSdk } from '@signet/contract/settings/mobilesdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { tenantsBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../platform/outbound.ts'
import { deliverPush } from '../../authenticators/soft-tokens/index.ts'

/* Guards: `isUsable` in inherited.ts, `faults` in push-credentials.service.ts, `secretsSet` alone in answers. */

interface Sent {
  readonly url: string
  readonly request: OutboundRequest
}

let test: TestApp
let as: string
let build: ReturnType<typeof tenantsBelow>
const sent: Sent[] = []
let answer: (url: string) => { readonly status: number; readonly body: unknown }

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  build = tenantsBelow(test, () => as)
  await test.platform.queue.start()
  const fetch = async (_kind: unknown, url: string | URL, request: OutboundRequest = {}) => {
    sent.push({ url: String(url), request })
    const { status, body } = answer(String(url))
    const answered: OutboundAnswer = {
      status,
      url: String(url),
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    }
    return answered
  }
  Object.assign(test.platform, { outbound: { ...test.platform.outbound, fetch } })
})
afterAll(() => test.close())
beforeEach(() => {
  sent.length = 0
  answer = () => ({ status: 200, body: {} })
})

const pem = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  String(key.export({ format: 'pem', type: 'pkcs8' }))
const appleKey = () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const googleKey = () => pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const apns = (bundle: string) => ({
  apnsEnabled: true,
  apnsKeyId: 'ABCDE12345',
  apnsTeamId: 'TEAM123456',
  apnsBundleId: `test.example.${bundle}`,
})
const lend = (body: object) => test.call(updatePushCredentials, { as, body })

describe('the push credentials of a service provider', () => {
  it('are never shown: only which are set, and since when', async () => {
    const apnsKey = appleKey()
    const saved = await lend({ ...apns('root'), secrets: { apnsKey } })
    expect(saved.status, saved.text).toBe(200)
    const read = await test.call(readPushCredentials, { as })
    expect(read.body).toMatchObject({
      ...apns('root'),
      secretsSet: [{ name: 'apnsKey', setAt: expect.stringMatching(/^\d{4}-/) }],
    })
    const rows = await test.ctx.db.selectFrom('provider_credentials').selectAll().execute()
    const log = await test.call(listAuditEvents, { as, body: { limit: 50 } })
    expect(log.text).toContain('PROVIDER_CREDENTIAL_UPDATED')
    const line = apnsKey.split('\n')[1] ?? ''
    for (const text of [saved.text, read.text, log.text, JSON.stringify(rows)]) {
      expect(text).not.toContain(line)
    }
    const [first] = [Object(read.body).secretsSet[0].setAt]
    test.clock.advance(60_000)
    await lend({ secrets: { apnsKey: appleKey() } })
    const rotated = (await test.call(readPushCredentials, { as })).body
    expect(Object(rotated).secretsSet[0].setAt).not.toBe(first)
  })

  it('are refused without a key, or with one that signs nothing', async () => {
    const missing = await lend({ apnsEnabled: false, fcmEnabled: true, fcmProjectId: 'acme-app' })
    expect(missing.status).toBe(400)
    const wrong = await lend({ secrets: { apnsKey: googleKey() } })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('secrets.apnsKey')
  })

  it('wake the app of a tenant that has none of its own', async () => {
    await lend({ ...apns('root'), secrets: { apnsKey: appleKey() } })
    const tenant = await build()
    const user = await buildPerson(tenant.ctx)
    const { app } = await buildSoftTokenApp(tenant, user.id)
    const body = { kind: 'APNS', address: 'a1b2c3', keys: null }
    expect((await app.ask(updatePushSubscription, { body })).status).toBe(204)
    const browser = browserOf(tenant.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const asked = await browser.challenge('TOKENPUSH')
    expect(asked.status, asked.text).toBe(200)
    const content = { push: (await app.pending()).id }
    await deliverPush(tenant.ctx, { content })
    const topics = () => sent.map(({ request }) => request.headers?.['apns-topic'])
    expect(sent.map(({ url }) => url)).toEqual(['https://api.push.apple.com/3/device/a1b2c3'])
    expect(topics()).toEqual(['test.example.root'])
    const own = await tenant.call(updateMobileSdk, {
      as: tenant.admin.token,
      body: { ...apns('own'), secrets: { apnsKey: appleKey() } },
    })
    expect(own.status, own.text).toBe(200)
    await deliverPush(tenant.ctx, { content })
    expect(topics()).toEqual(['test.example.root', 'test.example.own'])
  })

  it('are tried at the service, which says what it thinks of them', async () => {
    const trial = (service: string) => test.call(testPushCredentials, { as, body: { service } })
    await lend({ ...apns('root'), secrets: { apnsKey: appleKey() } })
    answer = () => ({ status: 400, body: { reason: 'BadDeviceToken' } })
    expect((await trial('APNS')).body).toEqual({ accepted: true, detail: null })
    answer = () => ({ status: 403, body: { reason: 'InvalidProviderToken' } })
    expect((await trial('APNS')).body).toEqual({
      accepted: false,
      detail: 'APNs answered 403 InvalidProviderToken',
    })
    expect((await trial('FCM')).body.accepted).toBe(false)
    const fcm = {
      fcmEnabled: true,
      fcmProjectId: 'acme-app',
      fcmClientEmail: 'sender@acme-app.iam.gserviceaccount.com',
    }
    const saved = await lend({ ...fcm, secrets: { fcmKey: googleKey() } })
    expect(saved.status, saved.text).toBe(200)
    answer = (url) =>
      url.includes('oauth2')
        ? { status: 200, body: { access_token: 'token', expires_in: 3600 } }
        : { status: 200, body: { name: 'projects/acme-app/messages/fake' } }
    expect((await trial('FCM')).body).toEqual({ accepted: true, detail: null })
    const asked = JSON.parse(String(sent.at(-1)?.request.body))
    expect(asked.validate_only).toBe(true)
    answer = () => ({ status: 400, body: { error: 'invalid_grant' } })
    await lend({ secrets: { fcmKey: googleKey() } })
    expect((await trial('FCM')).body).toEqual({
      accepted: false,
      detail: 'the token endpoint answered 400',
    })
  })
})
