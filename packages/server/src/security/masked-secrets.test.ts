import {
  readSamlIdentityProvider,
  updateSamlIdentityProvider,
} from '@signet/contract/applications/saml-identity-providers'
import { listWeakSettings } from '@signet/contract/operations/weak-settings'
import {
  createWebhook,
  listWebhooks,
  readWebhook,
  testWebhook,
  updateWebhook,
} from '@signet/contract/operations/webhooks'
import { testConnector } from '@signet/contract/settings/http-connectors'
import { readOtpProvider, updateOtpProvider } from '@signet/contract/settings/otpprovider'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../testing/http-services.ts'
import { idpEntity, idpSigner, idpSignIn, registerUpstream } from '../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Static secrets in URLs and bodies. Guards: `maskedUrl` and `maskedHook` where a connector, a webhook
 * and a provider are presented and audited; `unmaskedUrl` where they are saved; `sealValues`.
 */

let test: TestApp
let as: string
let service: ServiceForTests
let elsewhere: ServiceForTests
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  elsewhere = await startHttpService()
  allowServices(test, [service, elsewhere])
})
beforeEach(() => {
  service.calls.length = 0
  elsewhere.calls.length = 0
  service.answer(() => ({ body: { ok: true } }))
})
afterAll(async () => {
  await service.close()
  await elsewhere.close()
  await test.close()
})

const audited = async (): Promise<string> => {
  const rows = await test.ctx.db.selectFrom('audit_details').select('detail').execute()
  return rows.map(({ detail }) => String(detail)).join('\n')
}

describe('the secrets of a connector', () => {
  const sms = () => ({
    method: 'POST',
    url: `${service.url}/send?key=canary-key&to={{REQ.recipient}}&t={{SECRET.token}}`,
    authType: 'None',
    secrets: [{ name: 'token', value: 'canary/token' }],
    body: '{"apiKey":"{{SECRET.token}}","text":"{{REQ.message}}"}',
  })
  const save = (connector: object) => test.call(updateOtpProvider, { as, body: { sms: connector } })
  const stored = async () => Object((await test.call(readOtpProvider, { as })).body).sms
  const trial = async (connector: object) => {
    const { secretPresent: _present, ...given } = Object(connector)
    const values = { 'REQ.recipient': '+41', 'REQ.message': 'hello' }
    const body = { use: 'OTP', connector: given, saved: 'otp-sms', values }
    const answer = await test.call(testConnector, { as, body })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }

  it('are shown in no answer and no audit event, and sealed where they are named', {
    meta: { covers: ['S5'] },
  }, async () => {
    const made = await save(sms())
    expect(made.status, made.text).toBe(200)
    expect(made.text).not.toContain('canary')
    expect(await stored()).toMatchObject({
      url: `${service.url}/send?key=***&to={{REQ.recipient}}&t={{SECRET.token}}`,
      secrets: [{ name: 'token', value: null }],
    })
    expect(await audited()).not.toContain('canary')
    const rows = test.ctx.db.selectFrom('http_connectors').selectAll()
    expect(JSON.stringify(await rows.execute())).not.toContain('canary')
  })

  it('are kept by what is sent back, and are what the service gets', async () => {
    await save(sms())
    const back = await save(await stored())
    expect(back.status, back.text).toBe(200)
    service.answer(({ path, body }) => ({ body: { ok: true, saw: [path, body] } }))
    const tried = await trial(await stored())
    const [call] = service.calls
    expect(call?.path).toBe('/send?key=canary-key&to=%2B41&t=canary%2Ftoken')
    expect(JSON.parse(call?.body ?? '')).toEqual({ apiKey: 'canary/token', text: 'hello' })
    expect(tried.text).not.toContain('canary')
  })

  it.each([
    ['another host', () => ({ url: `${elsewhere.url}/send?key=***` })],
    ['another path', () => ({ url: `${service.url}/other?key=***` })],
    ['another URL without a mask', () => ({ url: `${elsewhere.url}/send?to={{REQ.recipient}}` })],
    ['a secret of another name', () => ({ secrets: [{ name: 'other', value: null }] })],
  ])('go to no other place: %s', { meta: { covers: ['S24'] } }, async (_name, change) => {
    await save(sms())
    const moved = { ...(await stored()), body: '{}', ...change() }
    expect((await save(moved)).status).toBe(400)
    expect(elsewhere.calls).toEqual([])
  })
})

describe('the secrets in the URL of a webhook', () => {
  const wanted = (url: string) => ({ name: `W ${crypto.randomUUID()}`, url, events: ['*'] })
  const path = '/services/T00001/B00001/abcdefABCDEF012345678901?key=canary-key'

  it('are shown in no answer and no audit event, and are kept by what is sent back', {
    meta: { covers: ['S5'] },
  }, async () => {
    const body = wanted(`${service.url}${path}`)
    const made = await test.call(createWebhook, { as, body })
    expect(made.status, made.text).toBe(200)
    const params = { id: String(Object(made.body).webhook.id) }
    const read = await test.call(readWebhook, { as, params })
    const url = `${service.url}/services/T00001/B00001/***?key=***`
    expect(read.body).toMatchObject({ url })
    const back = await test.call(updateWebhook, { as, params, body: { ...body, url } })
    expect(back.body, back.text).toMatchObject({ secret: null, webhook: { url } })
    const list = await test.call(listWebhooks, { as })
    for (const text of [made.text, read.text, back.text, list.text, await audited()]) {
      expect(text).not.toContain('canary')
      expect(text).not.toContain('abcdefABCDEF')
    }
    await test.call(testWebhook, { as, params })
    expect(service.calls.at(-1)?.path).toBe(path)
  })

  it('go to no other host', { meta: { covers: ['S24'] } }, async () => {
    const body = wanted(`${service.url}${path}`)
    const made = await test.call(createWebhook, { as, body })
    const params = { id: String(Object(made.body).webhook.id) }
    const url = `${elsewhere.url}/services/T00001/B00001/***?key=***`
    const moved = await test.call(updateWebhook, { as, params, body: { ...body, url } })
    expect(moved.body).toMatchObject({ errorCode: 'webhook_url_refused' })
    const masked = await test.call(createWebhook, { as, body: wanted(url) })
    expect(masked.body).toMatchObject({ errorCode: 'webhook_url_refused' })
  })
})

describe('the secrets in the metadata URL of a provider', () => {
  const body = (metadataUrl: string) => ({
    name: 'Partner',
    entityId: idpEntity,
    signInUrl: idpSignIn,
    signingCertificates: [idpSigner.certificate],
    metadataUrl,
  })

  it('are shown in no answer and no audit event, and are kept by what is sent back', {
    meta: { covers: ['S5'] },
  }, async () => {
    const metadataUrl = `${service.url}/metadata?key=canary-key`
    const id = await registerUpstream(test, body(metadataUrl))
    const params = { id }
    const read = await test.call(readSamlIdentityProvider, { as, params })
    const shown = `${service.url}/metadata?key=***`
    expect(read.body).toMatchObject({ metadataUrl: shown })
    const back = await test.call(updateSamlIdentityProvider, { as, params, body: body(shown) })
    expect(back.status, back.text).toBe(200)
    for (const text of [read.text, back.text, await audited()]) expect(text).not.toContain('canary')
    const rows = await test.ctx.db.selectFrom('identity_providers').select('definition').execute()
    expect(JSON.stringify(rows)).toContain(metadataUrl)
    const other = body(`${elsewhere.url}/metadata?key=***`)
    const moved = await test.call(updateSamlIdentityProvider, { as, params, body: other })
    expect(moved.body).toMatchObject({ errorCode: 'identity_provider_url_refused' })
  })

  it('are not shown where the URL is listed as weaker than usual', async () => {
    const id = await registerUpstream(test)
    const metadataUrl = 'http://idp.example.test/metadata?key=canary-key'
    await sql`update identity_providers
      set definition = definition || ${JSON.stringify({ metadataUrl })}::jsonb
      where id = ${id}`.execute(test.ctx.db)
    const { text } = await test.call(listWeakSettings, { as })
    expect(text).toContain('http://idp.example.test/metadata?key=***')
    expect(text).not.toContain('canary')
  })
})
