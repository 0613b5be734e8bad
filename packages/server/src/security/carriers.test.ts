import type { Endpoint } from '@signet/contract/kit/endpoint'
import { startEmailConnection, updateEmailServer } from '@signet/contract/settings/emailserver'
import { updateFaceAccount, updateOnfido } from '@signet/contract/settings/face'
import { updateOtpProvider } from '@signet/contract/settings/otpprovider'
import { readSdpDeviceCode, updateSdpSettings } from '@signet/contract/settings/sdp'
import { updateWeChatSettings } from '@signet/contract/settings/wechat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../testing/access/mail.ts'
import { buildAdmin, everyPermission } from '../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Services that judge faces, and services that codes, reset links and activations pass through.
 * Guards: `expectParty` (settings/families) at each family, `expectCarriers` at the OTP provider.
 */

let test: TestApp
let service: ServiceForTests
let superAdministrator: Awaited<ReturnType<typeof buildAdmin>>
let narrow: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startHttpService()
  allowServices(test, [service])
  superAdministrator = await buildAdmin(test.ctx)
  narrow = (await buildAdmin(test.ctx, { permissions: everyPermission })).token
})
afterAll(async () => {
  await service.close()
  await test.close()
})

const evil = 'https://evil.example.test'

const sms = () => ({
  method: 'POST',
  url: `${service.url}/sms`,
  authType: 'Basic',
  user: 'acme',
  secret: 'first-secret',
  headers: [{ name: 'X-Account', value: 'acme' }],
  contentType: 'application/json',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
  timeoutMillis: 5000,
})
const kept = () => {
  const { secret: _secret, headers: _headers, ...connector } = sms()
  return { ...connector, headers: [{ name: 'X-Account', value: null }] }
}
const smsWith = (more: object) => ({ sms: { ...kept(), ...more } })
const resent = { secret: 'first-secret', headers: [{ name: 'X-Account', value: 'acme' }] }

interface Party {
  readonly endpoint: Endpoint
  readonly first: () => object
  /** What makes it another party, by the field that the audit log names. */
  readonly replaced: Readonly<Record<string, () => object>>
  /** What is changed every day. */
  readonly everyday: readonly (() => object)[]
}

const face: Omit<Party, 'endpoint'> = {
  first: () => ({
    baseUrl: 'https://faces.example.test/v3',
    registrationWorkflow: 'register',
    authenticationWorkflow: 'compare',
    secrets: { apiToken: 'first', webhookToken: 'first' },
  }),
  replaced: {
    baseUrl: () => ({ baseUrl: evil, secrets: { apiToken: 'x', webhookToken: 'y' } }),
    registrationWorkflow: () => ({ registrationWorkflow: 'anything' }),
    authenticationWorkflow: () => ({ authenticationWorkflow: 'anything' }),
    apiToken: () => ({ secrets: { apiToken: 'another' } }),
    webhookToken: () => ({ secrets: { webhookToken: 'another' } }),
  },
  everyday: [() => ({}), () => ({ secrets: { webhookToken: null } })],
}

const parties: Readonly<Record<string, Party>> = {
  faces: { endpoint: updateFaceAccount, ...face },
  onfido: { endpoint: updateOnfido, ...face },
  mail: {
    endpoint: updateEmailServer,
    first: () => ({
      enabled: true,
      host: 'mail.example.test',
      port: 587,
      security: 'STARTTLS',
      authentication: 'PASSWORD',
      user: 'acme',
      fromAddress: 'no-reply@acme.example',
      clientId: '',
      tokenUrl: '',
      authorizeUrl: '',
      secrets: { password: 'first' },
    }),
    replaced: {
      host: () => ({ host: 'evil.example.test' }),
      port: () => ({ port: 2525 }),
      security: () => ({ security: 'IMPLICIT' }),
      user: () => ({ user: 'another' }),
      password: () => ({ secrets: { password: 'another' } }),
      refreshToken: () => ({ secrets: { refreshToken: 'another' } }),
      authentication: () => ({
        authentication: 'OAUTH',
        clientId: 'signet',
        tokenUrl: `${evil}/token`,
      }),
    },
    everyday: [
      () => ({ fromName: 'Acme', fromAddress: 'hello@acme.example' }),
      () => ({ replyTo: 'help@acme.example' }),
      () => ({ enabled: false }),
    ],
  },
  weChat: {
    endpoint: updateWeChatSettings,
    first: () => ({
      enabled: true,
      appId: 'acme',
      templateId: 'code',
      apiUrl: 'https://api.weixin.qq.com',
      authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
      secrets: { appSecret: 'first', token: 'first' },
    }),
    replaced: {
      apiUrl: () => ({ apiUrl: evil }),
      authorizeUrl: () => ({ authorizeUrl: evil }),
      appId: () => ({ appId: 'another' }),
      appSecret: () => ({ secrets: { appSecret: 'another' } }),
      token: () => ({ secrets: { token: 'another' } }),
    },
    everyday: [
      () => ({ templateId: 'another', minutesField: 'time2' }),
      () => ({ enabled: false }),
    ],
  },
  devices: {
    endpoint: updateSdpSettings,
    first: () => ({
      enabled: true,
      serviceUrl: 'https://devices.example.test',
      deviceAuthorizationUrl: 'https://devices.example.test/device',
      tokenUrl: 'https://devices.example.test/token',
      clientId: 'acme',
      secrets: { clientSecret: 'first' },
    }),
    replaced: {
      serviceUrl: () => ({ serviceUrl: evil }),
      tokenUrl: () => ({ tokenUrl: evil }),
      deviceAuthorizationUrl: () => ({ deviceAuthorizationUrl: evil }),
      clientId: () => ({ clientId: 'another' }),
      clientSecret: () => ({ secrets: { clientSecret: 'another' } }),
    },
    everyday: [() => ({ scope: 'activations' }), () => ({ enabled: false })],
  },
  sms: {
    endpoint: updateOtpProvider,
    first: () => ({ sms: sms(), voice: null }),
    replaced: {
      'sms.url': () => smsWith({ url: `${service.url}/another`, ...resent }),
      'sms.user': () => smsWith({ user: 'another', ...resent }),
      'sms.body': () => smsWith({ body: '{"to":"+4917012345","text":"{{REQ.message}}"}' }),
      'sms.headers': () => smsWith({ headers: [{ name: 'X-Account', value: 'another' }] }),
      'sms.secret': () => smsWith({ secret: 'another' }),
      'voice.url': () => ({ voice: sms() }),
    },
    everyday: [() => smsWith({ timeoutMillis: 2000, statuses: [200, 202] }), () => ({ sms: null })],
  },
}

const put = (name: string, as: string, body: object) => {
  const { endpoint } = parties[name] ?? Object({})
  return test.call(endpoint, { as, body })
}
const setUp = async (name: string): Promise<void> => {
  const made = await put(name, superAdministrator.token, parties[name]?.first() ?? {})
  expect(made.status, made.text).toBe(200)
}

const noted = async (): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('audit_details')
    .select('detail')
    .where('detail', 'like', '%"changed":%')
    .execute()
  return rows.map(({ detail }) => String(detail))
}

const replaced = Object.entries(parties).flatMap(([name, party]) =>
  Object.entries(party.replaced).map(([field, change]) => [name, field, change] as const),
)
const everyday = Object.entries(parties).flatMap(([name, party]) =>
  party.everyday.map((change, at) => [name, at, change] as const),
)

describe('services that judge faces or carry codes', () => {
  it.each(replaced)(
    'are replaced by super administrators alone: %s, %s',
    { meta: { covers: ['S70'] } },
    async (name, field, change) => {
      await setUp(name)
      const before = (await noted()).length
      const rejected = await put(name, narrow, change())
      expect([rejected.status, rejected.body.code], rejected.text).toEqual([403, 'rights_not_held'])
      expect(await noted()).toHaveLength(before)
      const changed = await put(name, superAdministrator.token, change())
      expect(changed.status, changed.text).toBe(200)
      const events = await noted()
      expect(events.length).toBeGreaterThan(before)
      expect(events.at(-1)).not.toContain('another-secret')
      expect(events.some((detail) => detail.includes(`"${field}"`))).toBe(true)
    },
  )

  it.each(Object.keys(parties))('are set up by super administrators alone: %s', async (name) => {
    await setUp(name)
    const off = name === 'sms' ? { sms: null, voice: null } : { enabled: false }
    const isFace = name === 'faces' || name === 'onfido'
    const cleared = await put(name, superAdministrator.token, isFace ? { baseUrl: '' } : off)
    expect(cleared.status, cleared.text).toBe(200)
    const rejected = await put(name, narrow, parties[name]?.first() ?? {})
    expect([rejected.status, rejected.body.code]).toEqual([403, 'rights_not_held'])
  })

  it.each(everyday)(
    'are administered with the permission alone: %s, %i',
    async (name, _at, change) => {
      await setUp(name)
      const changed = await put(name, narrow, change())
      expect(changed.status, changed.text).toBe(200)
    },
  )

  it.each([startEmailConnection, readSdpDeviceCode] as const)(
    'are connected by super administrators alone: $path',
    async (endpoint) => {
      const rejected = await test.call(endpoint, { as: narrow })
      expect([rejected.status, rejected.body.code]).toEqual([403, 'rights_not_held'])
    },
  )

  it('email super administrators when they are replaced', async () => {
    await setUp('weChat')
    const email = `${superAdministrator.userId}@example.test`
    expect((await put('faces', superAdministrator.token, face.first())).status).toBe(200)
    const mail = await noticeTo(test, email, /administration/)
    expect(mail.text).toContain('the keys, endpoints or trust by which')
  })
})
