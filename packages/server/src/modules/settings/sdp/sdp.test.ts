import { readSelfSettings } from '@signet/contract/access/self'
import { startOwnTokenActivation } from '@signet/contract/access/self-authenticators'
import { startTokenActivation } from '@signet/contract/authenticators/tokens'
import {
  readSdpDeviceCode,
  readSdpSettings,
  testSdpConnection,
  updateSdpSettings,
} from '@signet/contract/settings/sdp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { tokens } from '../../authenticators/tokens/index.ts'

let test: TestApp
let as: string
let service: ServiceForTests
let hasAgreed = false

/** A service of devices as RFC 8628 has it: its refresh tokens turn over with each use. */
const answering = (): void => {
  let turn = 0
  service.answer(({ method, path, headers, body }) => {
    const form = new URLSearchParams(body)
    if (path === '/device') {
      return {
        body: {
          device_code: 'the-device-code',
          user_code: 'WDJB-MJHT',
          verification_uri: 'https://devices.example/agree',
          expires_in: 600,
        },
      }
    }
    if (path === '/token') {
      const isCode = form.get('device_code') === 'the-device-code'
      const isTurn = form.get('refresh_token') === `refresh-${turn}`
      if (isCode && !hasAgreed) return { status: 400, body: { error: 'authorization_pending' } }
      if (!isCode && !isTurn) return { status: 400, body: { error: 'invalid_grant' } }
      turn += 1
      return { body: { access_token: `access-${turn}`, refresh_token: `refresh-${turn}` } }
    }
    const isKnown = headers.authorization === `Bearer access-${turn}`
    return { status: isKnown ? (method === 'POST' ? 201 : 200) : 401 }
  })
}

const settle = (more: object = {}) =>
  test.call(updateSdpSettings, {
    as,
    body: {
      enabled: true,
      serviceUrl: `${service.url}/activations`,
      deviceAuthorizationUrl: `${service.url}/device`,
      tokenUrl: `${service.url}/token`,
      clientId: 'signet',
      secrets: { clientSecret: 'canary-client-secret' },
      ...more,
    },
  })
const tested = async () => (await test.call(testSdpConnection, { as })).body
const connect = async (): Promise<void> => {
  hasAgreed = true
  await test.call(readSdpDeviceCode, { as })
  expect(await tested()).toMatchObject({ connected: true })
}

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  allowServices(test, [service])
})
afterAll(async () => {
  await service.close()
  await test.close()
})
beforeEach(async () => {
  hasAgreed = false
  answering()
  // Another address takes what was connected away.
  await settle({ serviceUrl: `${service.url}/former` })
  await settle()
  service.calls.length = 0
})

describe('the service that manages devices', () => {
  it('is connected by a code that an administrator types there', {
    meta: { covers: ['admin.sdp-device-code'] },
  }, async () => {
    const first = await test.call(readSdpDeviceCode, { as })
    expect(first.body).toMatchObject({
      state: 'PENDING',
      userCode: 'WDJB-MJHT',
      verificationUri: 'https://devices.example/agree',
    })
    expect(first.text).not.toContain('the-device-code')
    expect((await test.call(readSdpDeviceCode, { as })).body).toEqual(first.body)
    expect(service.calls.filter(({ path }) => path === '/device')).toHaveLength(1)
    expect(await tested()).toMatchObject({
      connected: false,
      steps: [
        { step: 'SETTINGS', outcome: 'DONE' },
        { step: 'TOKEN', outcome: 'FAILED', detail: 'authorization_pending' },
        { step: 'SERVICE', outcome: 'NOT_REACHED' },
      ],
    })
    hasAgreed = true
    expect(await tested()).toMatchObject({ connected: true })
    // By the refresh token from then on, which turns over.
    expect(await tested()).toMatchObject({ connected: true })
    const read = await test.call(readSdpSettings, { as })
    expect(read.body.secretsPresent).toEqual(['clientSecret', 'refreshToken'])
    expect(read.text).not.toMatch(/canary-client-secret|refresh-\d/)
  })

  it('is asked for another code once the first has ended', async () => {
    await test.call(readSdpDeviceCode, { as })
    test.clock.advance(600_001)
    // A proof for sensitive calls counts for five minutes.
    as = (await buildAdmin(test.ctx)).token
    await test.call(readSdpDeviceCode, { as })
    expect(service.calls.filter(({ path }) => path === '/device')).toHaveLength(2)
  })

  it.each([
    ['SETTINGS', { enabled: false, serviceUrl: '' }, 'the addresses are not set'],
    ['TOKEN', {}, 'not connected: read a device code first'],
    ['TOKEN', { secrets: { refreshToken: 'another' } }, 'invalid_grant'],
  ])(
    'tells that it failed at %s',
    { meta: { covers: ['admin.sdp-device-code'] } },
    async (step, change, detail) => {
      await settle(change)
      const { steps } = await tested()
      expect(JSON.stringify(steps)).toContain(JSON.stringify({ step, outcome: 'FAILED', detail }))
    },
  )

  it('tells that the service itself says no', async () => {
    await connect()
    service.answer(({ path }) =>
      path === '/token' ? { body: { access_token: 'access' } } : { status: 503 },
    )
    expect(JSON.stringify((await tested()).steps)).toContain(
      '"step":"SERVICE","outcome":"FAILED","detail":"the service answered 503"',
    )
  })

  /* Guard: `ask` goes by the one module of outgoing calls, and `expectSafeTarget`. */
  it('is not called where nobody may call', { meta: { covers: ['S25'] } }, async () => {
    await settle({ deviceAuthorizationUrl: 'http://127.0.0.1:1/device' })
    const { body } = await test.call(readSdpDeviceCode, { as })
    expect(body).toMatchObject({ state: 'FAILED', userCode: null })
    await settle({ tokenUrl: 'http://169.254.169.254/token', secrets: { refreshToken: 'x' } })
    expect(JSON.stringify((await tested()).steps)).toContain('"step":"TOKEN","outcome":"FAILED"')
  })

  /* Guard: `clearsSecrets` (contract/settings/sdp.ts). Row 24 of the list of attacks. */
  it('forgets what connected it with another address', { meta: { covers: ['S24'] } }, async () => {
    await connect()
    const { body } = await test.call(updateSdpSettings, {
      as,
      body: { tokenUrl: `${service.url}/elsewhere` },
    })
    expect(body.secretsPresent).toEqual([])
  })
})

const begin = async () => {
  const user = await buildPerson(test.ctx, { email: 'device@example.test' })
  const made = await test.ctx.transaction((ctx) =>
    tokens.create(ctx, { userId: user.id, type: 'ENTRUST_SOFT_TOKEN' }),
  )
  await test.ctx.db
    .updateTable('users')
    .set({ email: `${user.userId}@example.test` })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', user.id)
    .execute()
  return { user, params: { tokenid: made.id }, serial: made.serial }
}
const handed = () =>
  service.calls
    .filter(({ method, path }) => method === 'POST' && path === '/activations')
    .map(({ body }) => JSON.parse(body))

describe('an activation', () => {
  it('is handed over where an administrator or its owner wants that', async () => {
    await connect()
    const { user, params, serial } = await begin()
    const body = { handOver: true }
    const first = await test.call(startTokenActivation, { as, params, body })
    expect(first.body).toMatchObject({ handedOver: true })
    const own = await signInAs(test.ctx, user)
    expect((await test.call(readSelfSettings, { as: own })).body.sdpEnabled).toBe(true)
    const second = await test.call(startOwnTokenActivation, { as: own, params, body })
    expect(second.body).toMatchObject({ handedOver: true })
    const links = [first, second].map(({ text }) => JSON.parse(text).softToken.link)
    expect(handed()).toMatchObject(
      links.map((link) => ({ userId: user.userId, serialNumber: String(serial), link })),
    )
  })

  it('stays here without the wish, and where nothing is connected', async () => {
    await connect()
    const { params } = await begin()
    const plain = await test.call(startTokenActivation, { as, params })
    expect(plain.body).toMatchObject({ handedOver: null })
    await settle({ serviceUrl: `${service.url}/other` })
    const refused = await test.call(startTokenActivation, { as, params, body: { handOver: true } })
    expect(refused.body).toMatchObject({ handedOver: false })
    expect(handed()).toEqual([])
  })

  // Guard: `takesActivations`, which keeps what was connected from being used once it is switched off.
  it('stays here once the service is switched off, though it is still connected', {
    meta: { covers: ['S25'] },
  }, async () => {
    await connect()
    await settle({ enabled: false })
    const { user, params } = await begin()
    const body = { handOver: true }
    const byAdministrator = await test.call(startTokenActivation, { as, params, body })
    expect(byAdministrator.body).toMatchObject({ handedOver: false })
    const own = await signInAs(test.ctx, user)
    expect((await test.call(readSelfSettings, { as: own })).body.sdpEnabled).toBe(false)
    const byOwner = await test.call(startOwnTokenActivation, { as: own, params, body })
    expect(byOwner.body).toMatchObject({ handedOver: false })
    expect(handed()).toEqual([])
  })

  it('goes on here when the service does not take it', async () => {
    await connect()
    const { params } = await begin()
    service.answer(() => ({ status: 500 }))
    const answer = await test.call(startTokenActivation, { as, params, body: { handOver: true } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ handedOver: false })
    expect(JSON.parse(answer.text).softToken.link).toContain('claim=')
  })
})
