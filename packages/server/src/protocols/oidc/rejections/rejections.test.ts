import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  returnOf,
  tokensOf,
  userinfoOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { alarmAt } from '../../../platform/credential-failures.ts'

/* Guards: `watchRejections`, `noteRejection` and `countFailure`. */

let test: TestApp
let as: string
let user: BuiltUser
let party: Party
let device: Party
let asking: Party
beforeAll(async () => {
  test = await startTestApp()
  const admin = await buildAdmin(test.ctx)
  as = await signInAs(test.ctx, admin)
  user = await buildUser(test.ctx)
  party = await registerParty(test)
  device = await registerParty(test, { applicationType: 'OIDC_DEVICE', redirectUris: [] })
  asking = await registerParty(test, { grantTypes: ['ciba', 'refresh_token'], redirectUris: [] })
})
afterAll(() => test.close())

interface Logged {
  readonly entityId: string
  readonly requestId: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const logged = async (action = 'REQUEST_REJECTED'): Promise<readonly Logged[]> => {
  const answer = await test.call(listAuditEvents, { as, body: { actions: [action], limit: 100 } })
  return [...Object(answer.body).results]
}

/** The one event that a request leaves. */
const eventOf = async (send: () => Promise<unknown>): Promise<Logged | undefined> => {
  const before = await logged()
  await send()
  const after = await logged()
  expect(after.length - before.length).toBe(1)
  return after[0]
}

const visit = (path: string) =>
  createBrowser(test.app, new URL(test.tenant.publicUrl).host).visit(`/api/oidc${path}`)
const post = (path: string, form: Record<string, string>, sender = party) =>
  postForm(test, path, { party: sender, form })
const wrong = () => ({ ...party, secret: 'x'.repeat(43) })
const nobody = { id: 'nobody', rowId: '', secret: 'x'.repeat(43) }
const codeOf = async (): Promise<string> =>
  (await returnOf(await browserOf(test, user), party)).searchParams.get('code') ?? ''
const redeem = async (change: Record<string, string>) =>
  post('/token', {
    grant_type: 'authorization_code',
    code: await codeOf(),
    redirect_uri: callback,
    code_verifier: verifier,
    ...change,
  })
const authorize = (change: Record<string, string>) =>
  visit(`/authorize?${requestOf(party, change)}`)

/** Whether the application is named, the door, the reason, and what each request is. */
const rejected: readonly (readonly [boolean, string, string, () => Promise<unknown>])[] = [
  [
    true,
    'AUTHORIZE',
    'REDIRECT_URI_MISMATCH',
    () => authorize({ redirect_uri: 'https://app.example.test/other' }),
  ],
  [false, 'AUTHORIZE', 'UNKNOWN_CLIENT', () => authorize({ client_id: 'nobody' })],
  [true, 'AUTHORIZE', 'PKCE_REQUIRED', () => authorize({ code_challenge_method: 'plain' })],
  [true, 'AUTHORIZE', 'RESPONSE_TYPE_NOT_ALLOWED', () => authorize({ response_type: 'token' })],
  [true, 'AUTHORIZE', 'SCOPE_NOT_ALLOWED', () => authorize({ scope: 'openid phone' })],
  [true, 'AUTHORIZE', 'AUDIENCE_NOT_ALLOWED', () => authorize({ resource: 'urn:nothing' })],
  [true, 'AUTHORIZE', 'REQUEST_OBJECT_INVALID', () => authorize({ request: 'nothing' })],
  [false, 'AUTHORIZE', 'REQUEST_OBJECT_INVALID', () => visit('/authorizejwt?client_id=x')],
  [false, 'AUTHORIZE', 'INVALID_REQUEST', () => visit('/authorize?client_id=%00')],
  [true, 'TOKEN', 'WRONG_CLIENT_SECRET', () => post('/token', { grant_type: 'x' }, wrong())],
  [false, 'TOKEN', 'UNKNOWN_CLIENT', () => post('/token', { grant_type: 'x' }, nobody)],
  [
    true,
    'TOKEN',
    'CLIENT_AUTHENTICATION_MISSING',
    () =>
      postForm(test, '/token', {
        party,
        form: { client_id: party.id, grant_type: 'x' },
        headers: {},
      }),
  ],
  [true, 'TOKEN', 'GRANT_TYPE_NOT_ALLOWED', () => post('/token', { grant_type: 'password' })],
  [true, 'TOKEN', 'WRONG_CODE_VERIFIER', () => redeem({ code_verifier: 'y'.repeat(43) })],
  [true, 'TOKEN', 'CODE_INVALID', () => redeem({ code: 'z'.repeat(43) })],
  [true, 'TOKEN', 'REDIRECT_URI_MISMATCH', () => redeem({ redirect_uri: 'https://x.test/' })],
  [
    true,
    'TOKEN',
    'TOKEN_INVALID',
    () => post('/token', { grant_type: 'refresh_token', refresh_token: 'z'.repeat(43) }),
  ],
  [
    true,
    'INTROSPECTION',
    'WRONG_CLIENT_SECRET',
    () => post('/introspection', { token: 'x' }, wrong()),
  ],
  [true, 'REVOCATION', 'WRONG_CLIENT_SECRET', () => post('/revocation', { token: 'x' }, wrong())],
  [
    true,
    'PUSHED_AUTHORIZATION',
    'WRONG_CLIENT_SECRET',
    () => post('/par', { token: 'x' }, wrong()),
  ],
  [
    true,
    'PUSHED_AUTHORIZATION',
    'REDIRECT_URI_MISMATCH',
    () => post('/par', Object.fromEntries(requestOf(party, { redirect_uri: 'https://x.test/' }))),
  ],
  [
    true,
    'DEVICE_AUTHORIZATION',
    'SCOPE_NOT_ALLOWED',
    () =>
      postForm(test, '/device_authorization', {
        party: device,
        form: { client_id: device.id, scope: 'openid phone' },
        headers: {},
      }),
  ],
  [
    true,
    'BACKCHANNEL_AUTHENTICATION',
    'INVALID_REQUEST',
    () => post('/backchannel', { scope: 'openid' }, asking),
  ],
  [false, 'USERINFO', 'TOKEN_INVALID', () => userinfoOf(test, 'z'.repeat(43))],
  [false, 'REGISTRATION', 'INVALID_REQUEST', () => post('/register', {}, nobody)],
]

describe('a rejected request', () => {
  it.each(rejected)(
    'is in the audit log (application %s): %s %s',
    { meta: { covers: ['S16'] } },
    async (isNamed, door, reason, send) => {
      const event = await eventOf(send)
      expect(event?.attributes).toMatchObject({
        door,
        reason,
        text: expect.stringMatching(/^[A-Z].*\.$/),
      })
      expect(event?.entityId === '').toBe(!isNamed)
    },
  )

  it('says what was asked for and what is registered, and holds no secret', async () => {
    const redirect_uri = 'https://app.example.test/other'
    const event = await eventOf(() => authorize({ redirect_uri }))
    expect(event).toMatchObject({
      entityId: party.id,
      attributes: {
        detail: expect.stringContaining('invalid_redirect_uri'),
        asked: { client_id: party.id, redirect_uri },
        registered: { redirect_uris: [callback] },
      },
    })
    const code = await codeOf()
    const other = await registerParty(test)
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
    const secret = await eventOf(() => post('/token', { ...form, code_verifier: verifier }, other))
    expect(secret?.attributes).toMatchObject({ reason: 'CODE_INVALID' })
    const text = JSON.stringify(await logged())
    for (const hidden of [code, verifier, other.secret, party.secret, 'x'.repeat(43)]) {
      expect(text).not.toContain(hidden)
    }
  })

  it('is noted where a code or a refresh token is used again', async () => {
    const back = await returnOf(await browserOf(test, user), party)
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    }
    expect((await post('/token', form)).status).toBe(200)
    const event = await eventOf(() => post('/token', form))
    expect(event?.attributes).toMatchObject({ door: 'TOKEN', reason: 'CODE_USED' })
    const { body } = await tokensOf(test, { user, party })
    const again = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
    expect((await post('/token', again)).status).toBe(200)
    test.clock.advance(11_000)
    const used = await eventOf(() => post('/token', again))
    expect(used?.attributes).toMatchObject({ reason: 'REFRESH_TOKEN_USED' })
  })

  it('names an application that is disabled', async () => {
    const closed = await registerParty(test)
    const body = { name: 'Closed', applicationType: 'OIDC_WEB', enabled: false } as const
    const params = { id: closed.rowId }
    expect((await test.call(updateOidcApplication, { as, params, body })).status).toBe(200)
    const event = await eventOf(() => visit(`/authorize?${requestOf(closed)}`))
    expect(event?.attributes).toMatchObject({
      reason: 'CLIENT_DISABLED',
      asked: { client_id: closed.id },
    })
  })

  it('leads people to a page that knows the reason and the entry in the log', async () => {
    const answer = await authorize({ redirect_uri: 'https://app.example.test/other' })
    const query = new URLSearchParams(String(answer.headers.location).split('?')[1])
    expect(query.get('reason')).toBe('REDIRECT_URI_MISMATCH')
    expect((await logged())[0]?.requestId).toBe(query.get('request'))
  })

  it('is none where a device waits, and where an application asks without a page', async () => {
    const before = await logged()
    const begun = await postForm(test, '/device_authorization', {
      party: device,
      form: { client_id: device.id, scope: 'openid' },
      headers: {},
    })
    const poll = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(begun.body.device_code),
      client_id: device.id,
    }
    await postForm(test, '/token', { party: device, form: poll, headers: {} })
    await authorize({ prompt: 'none' })
    expect(await logged()).toHaveLength(before.length)
  })
})

describe('failed client authentication', () => {
  // Another minute from its beginning, and budgets that are whole. The library has a clock of its own.
  beforeEach(async () => {
    test.clock.advance(120_000 - (test.clock.now().getTime() % 60_000))
    // A session that began before the first test is over in the last one.
    as = (await buildAdmin(test.ctx)).token
  })

  /** Without the counts of a minute that has ended, which are written whenever the service comes to it. */
  const singly = async () =>
    (await logged()).filter(({ attributes }) => attributes.count === undefined)

  const doors = ['/token', '/introspection', '/revocation', '/par'] as const

  it.each(doors)(
    'has a budget at %s, and locks out neither the application nor others',
    { meta: { covers: ['S16'] } },
    async (path) => {
      const before = await singly()
      const statuses: number[] = []
      for (let turn = 0; turn < 50; turn += 1) {
        const { status, headers } = await post(path, { token: 'x' }, wrong())
        statuses.push(status)
        if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(20)
      expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
      expect((await singly()).length - before.length).toBeLessThanOrEqual(10)
      expect((await post('/introspection', { token: 'x' })).body).toEqual({ active: false })
      test.clock.advance(61_000)
      expect((await post(path, { token: 'x' }, wrong())).status).toBe(401)
    },
  )

  it('has one for all the names that an address makes up', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 30; turn += 1) {
      const form = { grant_type: 'x' }
      statuses.push((await post('/token', form, { ...nobody, id: `nobody-${turn}` })).status)
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
  })

  it('is an alarm once it is frequent, once an hour', async () => {
    const attacked = await registerParty(test)
    const fail = () => post('/token', { grant_type: 'x' }, { ...attacked, secret: 'x'.repeat(43) })
    const alarms = async () =>
      (await logged('APPLICATION_AUTHENTICATION_ALARM')).filter(
        ({ entityId }) => entityId === attacked.id,
      )
    for (let turn = 1; turn < alarmAt; turn += 1) await fail()
    expect(await alarms()).toEqual([])
    for (let turn = 0; turn < alarmAt; turn += 1) await fail()
    expect(await alarms()).toHaveLength(1)
  })
})
