import {
  beginStepUp,
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import { decideSignInRequest, listSignInRequests } from '@signet/contract/access/sign-in-requests'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../testing/access/mail.ts'
import {
  buildPerson,
  buildToken,
  goodPassword,
  browserOf as pageOf,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import {
  type Party,
  postForm,
  registerParty,
  userinfoOf,
  visitorOf,
} from '../../../../testing/oidc/party.ts'
import { metadataOf } from '../../../../testing/oidc/plan.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { sendPing } from './sign-in-pings.ts'

const cibaGrant = 'urn:openid:params:grant-type:ciba'
const asking = { grantTypes: ['ciba', 'refresh_token'], redirectUris: [] } as const

let test: TestApp
let teller: Party
let user: BuiltUser
let visitor: Awaited<ReturnType<typeof visitorOf>>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  teller = await registerParty(test, asking)
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'sign-in-pings', work: sendPing })
})
afterAll(() => test.close())
beforeEach(async () => {
  user = await buildUser(test.ctx)
  visitor = await visitorOf(test, user)
})

type Form = Readonly<Record<string, string>>

const begin = async (form: Form = {}, party = teller) => {
  const answer = await postForm(test, '/backchannel', {
    party,
    form: { scope: 'openid profile', login_hint: user.userId, ...form },
  })
  return { ...answer, id: String(answer.body.auth_req_id) }
}

const poll = (id: string, party = teller) =>
  postForm(test, '/token', { party, form: { grant_type: cibaGrant, auth_req_id: id } })

const listed = async (as = visitor.token) => {
  const { text } = await test.call(listSignInRequests, { as })
  const read: { requests: { id: string; bindingMessage: string | null }[] } = JSON.parse(text)
  return read.requests
}

const decide = async (allow = true, as = visitor.token) => {
  const [request] = await listed(as)
  return test.call(decideSignInRequest, { as, body: { id: request?.id ?? '', allow } })
}

const follow = async (address: unknown, browser = visitor.browser): Promise<string> => {
  const answer = await browser.visit(String(address))
  const { pathname, search } = new URL(String(answer.headers.location), test.tenant.publicUrl)
  return `${pathname}${search}`
}

const allow = async () => follow((await decide()).body.redirect)

const askForConsent = (party: Party) =>
  test.ctx.db
    .updateTable('oidc_applications')
    .set({ require_consent: true })
    .where('tenant_id', '=', test.tenant.id)
    .where('client_id', '=', party.id)
    .execute()

const agreedTo = async ({ id }: Party): Promise<number> => {
  const { db, tenant } = test.ctx
  const agreed = db.selectFrom('oidc_consents').select('scopes').where('client_id', '=', id)
  return (await agreed.where('tenant_id', '=', tenant.id).execute()).length
}

const shapeOf = ({ status, body }: Awaited<ReturnType<typeof begin>>) => ({
  status,
  keys: Object.keys(body).toSorted(),
  letters: String(body.auth_req_id).length,
})

const change = (changed: { locked: true } | { state: 'INACTIVE' }, { id } = user) =>
  test.ctx.db
    .updateTable('users')
    .set(changed)
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()

// Before the clock runs ahead: the library looks at its own when it reads the token.
describe('who can still be asked', () => {
  const lock = () => change({ locked: true })
  const deactivate = () => change({ state: 'INACTIVE' })
  const remove = () =>
    test.ctx.db
      .deleteFrom('users')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
  const ends = [
    ['locked', lock],
    ['made inactive', deactivate],
    ['deleted', remove],
  ] as const

  /* Guards: `goOn` (short-sign-in-requests.ts) and `findToken`. */
  it('lets nobody in who was locked meanwhile: not by allowing it, nor once it is allowed', async () => {
    const allowed = await begin()
    expect(await allow()).toBe('/oidc/requeststatus?status=allowed')
    const asked = await begin()
    const { redirect } = (await decide()).body
    await lock()
    expect(await follow(redirect)).toBe('/oidc/requeststatus?status=ended')
    expect((await poll(asked.id)).body.error).toBe('authorization_pending')
    expect((await poll(allowed.id)).body.error).toBe('invalid_grant')
  })

  /* Guard: `findAskedAccount`. */
  it.each(ends)(
    'is not told by a token of somebody who has been %s since',
    { meta: { covers: ['S8'] } },
    async (_how, end) => {
      const { id } = await begin()
      await allow()
      const id_token_hint = String((await poll(id)).body.id_token)
      const hinted = () => begin({ login_hint: '', id_token_hint })
      const there = await hinted()
      await end()
      const pretended = await hinted()
      expect(there.status).toBe(200)
      expect(shapeOf(pretended)).toEqual(shapeOf(there))
      expect((await poll(pretended.id)).body.error).toBe('authorization_pending')
      // Counted on, and not anew: the token was asked for by the first of them.
      for (let turn = 3; turn < 10; turn += 1) expect((await hinted()).status).toBe(200)
      expect((await hinted()).body.error).toBe('access_denied')
    },
  )
})

describe('a sign-in that an application asks for', () => {
  it('is read by the person, and gives tokens once they have allowed it, and no second time', {
    meta: { covers: ['S58'] },
  }, async () => {
    const { status, body, id } = await begin({ binding_message: 'W4SCT', scope: 'openid email' })
    expect([status, body.expires_in, body.interval]).toEqual([200, 300, 5])
    expect(await listed()).toEqual([
      expect.objectContaining({ bindingMessage: 'W4SCT', scopes: ['openid', 'email'] }),
    ])
    expect((await poll(id)).body.error).toBe('authorization_pending')
    expect(await allow()).toBe('/oidc/requeststatus?status=allowed')
    expect(await listed()).toEqual([])
    const given = await poll(id)
    expect([given.status, given.body.token_type, given.body.scope]).toEqual([
      200,
      'Bearer',
      'openid email',
    ])
    expect(given.body.id_token).toEqual(expect.any(String))
    expect(await userinfoOf(test, given.body.access_token)).toMatchObject({ sub: user.id })
    expect((await poll(id)).body.error).toBe('invalid_grant')
    expect(await userinfoOf(test, given.body.access_token)).toMatchObject({
      error: 'invalid_token',
    })
  })

  it('hears that the person has refused, who agrees to nothing by that', {
    meta: { covers: ['S58'] },
  }, async () => {
    const party = await registerParty(test, asking)
    await askForConsent(party)
    const { id } = await begin({}, party)
    expect((await decide(false)).body.redirect).toBe('/oidc/requeststatus?status=denied')
    expect((await poll(id, party)).body.error).toBe('access_denied')
    expect(await agreedTo(party)).toBe(0)
  })

  it('is what a person agrees to by allowing it', async () => {
    const party = await registerParty(test, asking)
    await askForConsent(party)
    await begin({}, party)
    const { redirect } = (await decide()).body
    expect(await agreedTo(party)).toBe(0)
    expect(await follow(redirect)).toBe('/oidc/requeststatus?status=allowed')
    expect(await agreedTo(party)).toBe(1)
  })

  it('hears that its time is over, and nobody can allow it or agree to it then', {
    meta: { covers: ['S58'] },
  }, async () => {
    const party = await registerParty(test, asking)
    await askForConsent(party)
    const { id, body } = await begin({ requested_expiry: '60' }, party)
    expect(body.expires_in).toBe(60)
    const { redirect } = (await decide()).body
    test.clock.advance(61_000)
    expect(await listed()).toEqual([])
    expect(await follow(redirect)).toBe('/oidc/requeststatus?status=ended')
    expect((await poll(id, party)).body.error).toBe('expired_token')
    expect(await agreedTo(party)).toBe(0)
  })

  it('is told when it asks too often', async () => {
    const { id } = await begin()
    await whileTimeStands(async () => {
      expect((await poll(id)).body.error).toBe('authorization_pending')
      expect((await poll(id)).body.error).toBe('slow_down')
    })
    test.clock.advance(30_000)
    expect((await poll(id)).body.error).toBe('authorization_pending')
  })

  it('is asked about by the application alone that began it', {
    meta: { covers: ['S58'] },
  }, async () => {
    const { id } = await begin()
    const other = await registerParty(test, asking)
    await allow()
    expect((await poll(id, other)).body.error).toBe('invalid_grant')
    expect((await poll(id)).status).toBe(200)
  })

  it('is shown to and decided by nobody else, and once', {
    meta: { covers: ['S58'] },
  }, async () => {
    await begin()
    const [request] = await listed()
    const other = await visitorOf(test, await buildUser(test.ctx))
    expect(await listed(other.token)).toEqual([])
    const body = { id: request?.id ?? '', allow: true }
    const stolen = await test.call(decideSignInRequest, { as: other.token, body })
    expect(stolen.body.errorCode).toBe('not_found')
    const { redirect } = (await decide()).body
    expect(await follow(redirect, other.browser)).toBe('/oidc/requeststatus?status=ended')
    const otherBrowser = await visitorOf(test, user)
    expect(await follow(redirect, otherBrowser.browser)).toBe('/oidc/requeststatus?status=ended')
    const again = (await decide()).body.redirect
    const outcomes = await Promise.all([follow(redirect), follow(again), follow(again)])
    expect(outcomes.filter((one) => one.endsWith('allowed'))).toHaveLength(1)
  })

  it('goes on for no ticket that is made up', { meta: { covers: ['S58'] } }, async () => {
    const { id } = await begin()
    expect(await follow('/api/oidc/requests?ticket=forged')).toBe(
      '/oidc/requeststatus?status=ended',
    )
    expect((await poll(id)).body.error).toBe('authorization_pending')
  })

  it('keeps its tokens when the browser that allowed it signs out, not when all do', async () => {
    const { id } = await begin()
    await allow()
    const { access_token: token } = (await poll(id)).body
    const revoke = (everywhere: boolean) =>
      test.ctx.db
        .updateTable('sessions')
        .set({ revoked_at: test.clock.now(), revoked_everywhere: everywhere })
        .where('tenant_id', '=', test.tenant.id)
        .where('user_id', '=', user.id)
        .execute()
    await revoke(false)
    expect(await userinfoOf(test, token)).toMatchObject({ sub: user.id })
    await revoke(true)
    expect(await userinfoOf(test, token)).toMatchObject({ error: 'invalid_token' })
  })

  it('is none of an application without the grant, nor of one that cannot prove itself', async () => {
    expect((await begin({}, await registerParty(test))).status).toBe(400)
    const open = { ...asking, tokenEndpointAuthMethod: 'none' }
    await expect(registerParty(test, open)).rejects.toThrow('ciba needs a client')
  })

  it.each([
    ['that turns the text', { binding_message: 'pay \u202e100' }, 'invalid_binding_message'],
    ['of many lines', { binding_message: 'a\nb' }, 'invalid_binding_message'],
    ['that is long', { binding_message: 'x'.repeat(101) }, 'invalid_binding_message'],
    ['with two hints', { id_token_hint: 'x' }, 'invalid_request'],
    ['with a hint of another kind', { login_hint: '', login_hint_token: 'x' }, 'invalid_request'],
    ['with details', { authorization_details: '[{"type":"x"}]' }, 'invalid_authorization_details'],
  ])('is refused with a message or parameter %s', async (_what, form, error) => {
    const { status, body } = await begin(form)
    expect([status, body.error]).toEqual([400, error])
  })

  it('is stored without its own value, hints and tokens', {
    meta: { covers: ['S58'] },
  }, async () => {
    const { id } = await begin()
    const rows = await test.ctx.db
      .selectFrom('oidc_tokens')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('kind', '=', 'BackchannelAuthenticationRequest')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(JSON.stringify(rows)).not.toContain('login_hint')
  })

  it('stands in the metadata', async () => {
    expect(await metadataOf({ test, user, party: teller, issuer: '' })).toMatchObject({
      backchannel_authentication_endpoint: `${test.tenant.publicUrl}/api/oidc/backchannel`,
      backchannel_token_delivery_modes_supported: ['poll', 'ping'],
    })
  })
})

describe('an application that is told of decisions', () => {
  const pinged = async (answer: { status?: number; headers?: Record<string, string> } = {}) => {
    const service = await startHttpService()
    allowServices(test, [service])
    service.answer(() => answer)
    const party = await registerParty(test, {
      ...asking,
      backchannelDelivery: 'PING',
      backchannelNotificationUri: `${service.url}/ping`,
    })
    return { service, party, form: { client_notification_token: 'secret-of-the-bank' } }
  }

  it.each([
    [true, undefined],
    [false, 'access_denied'],
  ])('hears that somebody has decided (%s), and nothing more', async (allows, error) => {
    const { service, party, form } = await pinged({ status: 204 })
    const { id } = await begin(form, party)
    expect((await poll(id, party)).body.error).toBe('authorization_pending')
    if (allows) await allow()
    else await decide(false)
    await expect.poll(() => service.calls, { timeout: 60_000 }).toHaveLength(1)
    expect(service.calls[0]).toMatchObject({
      method: 'POST',
      path: '/ping',
      headers: { authorization: 'Bearer secret-of-the-bank', 'content-type': 'application/json' },
      body: JSON.stringify({ auth_req_id: id }),
    })
    expect((await poll(id, party)).body.error).toBe(error)
    await service.close()
  })

  it('is not followed elsewhere, and tried again', { meta: { covers: ['S58'] } }, async () => {
    const { service, party, form } = await pinged({
      status: 307,
      headers: { location: '/elsewhere' },
    })
    await begin(form, party)
    await allow()
    await expect.poll(() => service.calls.length, { timeout: 60_000 }).toBeGreaterThan(1)
    expect(new Set(service.calls.map(({ path }) => path))).toEqual(new Set(['/ping']))
    await service.close()
  })

  it('keeps its token sealed, and has to bring one', { meta: { covers: ['S58'] } }, async () => {
    const { service, party, form } = await pinged()
    await begin(form, party)
    const rows = await test.ctx.db
      .selectFrom('oidc_sign_in_requests as r')
      .innerJoin('oidc_tokens as t', 't.id', 'r.token_id')
      .selectAll()
      .where('r.tenant_id', '=', test.tenant.id)
      .execute()
    const text = rows.map((row) =>
      JSON.stringify([row.payload, row.sealed_notification?.toString('latin1')]),
    )
    expect(text.join()).not.toContain('secret-of-the-bank')
    expect((await begin({}, party)).body.error).toBe('invalid_request')
    await service.close()
  })

  it('has an address, and none that leads inside is called', {
    meta: { covers: ['S58'] },
  }, async () => {
    const without = { ...asking, backchannelDelivery: 'PING' }
    await expect(registerParty(test, without)).rejects.toThrow('PING needs an address')
    const inside = await registerParty(test, {
      ...without,
      backchannelNotificationUri: 'https://169.254.169.254/latest',
    })
    const content = { clientId: inside.id, authReqId: 'x', token: 'y' }
    await expect(sendPing(test.ctx, { content })).rejects.toThrow(/169\.254|address|allowed/i)
  })
})

describe('the rules of the application', () => {
  const elsewhere = {
    type: 'IP',
    points: 10,
    mode: 'ALLOWED',
    addresses: ['203.0.113.0/24'],
    listIds: [],
  }
  const ruled = async (rule: object) => {
    const party = await registerParty(test, asking)
    const { token: as } = await buildAdmin(test.ctx)
    const name = `Rule ${party.id}`
    const body = { name, resourceId: party.rowId, factors: [elsewhere], ...rule }
    expect((await test.call(createResourceRule, { as, body })).status).toBe(200)
    return party
  }

  /* Guard: consent is kept with the grant (`allow` in short-sign-in-requests.ts). */
  it('keep out whoever has allowed it: the application hears so, and nothing is agreed to', {
    meta: { covers: ['S58'] },
  }, async () => {
    const party = await ruled({})
    await askForConsent(party)
    const { id } = await begin({}, party)
    expect(await allow()).toBe('/oidc/requeststatus?status=denied')
    expect((await poll(id, party)).body.error).toBe('access_denied')
    expect(await agreedTo(party)).toBe(0)
  })

  /** Somebody who has signed in by a password alone, and has a token since. */
  const withToken = async () => {
    const person = await buildPerson(test.ctx)
    const page = pageOf(test.call)
    await page.query(person.userId)
    const { body, headers } = await page.prove('PASSWORD', goodPassword)
    const cookie = /^signet=([^;]+)/.exec(String([headers['set-cookie']].flat()[0]))?.[1] ?? ''
    const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
    browser.cookies.set('signet', cookie)
    const token = await buildToken(test.ctx, person.id)
    return { person, browser, session: sessionTokenOf(body), token }
  }

  it('ask for more in the session that allowed it, and go on with it alone then', {
    meta: { covers: ['S58'] },
  }, async () => {
    const party = await ruled({ highRisk: 'STEP_UP' })
    const { person, browser, session, token } = await withToken()
    const { id } = await begin({ login_hint: person.userId }, party)
    const page = await follow((await decide(true, session)).body.redirect, browser)
    expect(page).toMatch(/^\/oidc\/authentication\?uid=/)
    const uid = page.slice(page.indexOf('=') + 1)
    expect(await follow(`/api/oidc/requests/${uid}`, browser)).toMatch(/^\/oidc\/authentication/)
    const again = await follow((await decide(true, session)).body.redirect, browser)
    const interaction = again.slice(again.indexOf('=') + 1)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie }
    const begun = await test.call(beginStepUp, { as: session, body: { interaction }, headers })
    const params = { authenticator: 'TOKEN' }
    const { authToken } = begun.body
    await test.call(challengeAuthenticator, { params, body: { authToken } })
    const body = { authToken, response: token.code() }
    const proven = { as: session, params, body, headers }
    const done = await test.call(completeAuthentication, proven)
    expect(done.body.redirect).toBe(`/api/oidc/requests/${interaction}`)
    for (const [name, value] of browser.cookies) {
      if (name !== 'signet') visitor.browser.cookies.set(name, value)
    }
    expect(await follow(done.body.redirect)).toBe('/oidc/requeststatus?status=ended')
    expect((await poll(id, party)).body.error).toBe('authorization_pending')
    expect(await follow(done.body.redirect, browser)).toBe('/oidc/requeststatus?status=allowed')
    test.clock.advance(11_000)
    const given = await poll(id, party)
    expect([given.status, decodeJwt(String(given.body.id_token)).sub]).toEqual([200, person.id])
  })
})

describe('the person', () => {
  it('is told by mail that an application asks, and where to decide', async () => {
    const person = await buildUser(test.ctx, { email: 'asked@example.test' })
    await begin({ login_hint: person.userId, binding_message: 'W4SCT' })
    const { text } = await noticeTo(test, 'asked@example.test', /asks you to sign in/)
    expect(text).toContain(`${test.tenant.publicUrl}/oidc/requests`)
    expect(text).not.toContain('W4SCT')
  })
})

describe('who has an account', () => {
  /* Guard: who is there is counted by their id (`processLoginHint`). */
  it('is not told by a count that begins anew once somebody is locked', {
    meta: { covers: ['S8'] },
  }, async () => {
    for (let turn = 0; turn < 10; turn += 1) await begin()
    await change({ locked: true })
    expect((await begin()).body.error).toBe('access_denied')
  })

  /* Guard: `isUnanswered` (tokens.repository.ts), for whoever is locked while a request waits. */
  it('is not told: whoever cannot be asked never answers', {
    meta: { covers: ['S8', 'S58'] },
  }, async () => {
    const locked = await buildUser(test.ctx)
    await change({ state: 'INACTIVE' }, locked)
    const there = await begin()
    for (const login_hint of ['nobody-of-this-name', locked.userId]) {
      const pretended = await begin({ login_hint })
      expect(shapeOf(pretended)).toEqual(shapeOf(there))
      await whileTimeStands(async () => {
        expect((await poll(pretended.id)).body).toEqual((await poll(there.id)).body)
        expect((await poll(pretended.id)).body.error).toBe('slow_down')
      })
      const other = await registerParty(test, asking)
      expect((await poll(pretended.id, other)).body.error).toBe('invalid_grant')
      test.clock.advance(60_000)
    }
    const pretended = await begin({ login_hint: 'nobody-of-this-name' })
    const asked = await begin()
    const other = await buildUser(test.ctx)
    const waiting = await begin({ login_hint: other.userId })
    await change({ locked: true }, other)
    expect((await poll(waiting.id)).body.error).toBe('authorization_pending')
    test.clock.advance(301_000)
    for (const error of ['expired_token', 'invalid_grant']) {
      for (const { id } of [pretended, asked, waiting])
        expect((await poll(id)).body.error).toBe(error)
      test.clock.advance(600_000)
    }
  })

  it('is not told by a code that people do not have', { meta: { covers: ['S58'] } }, async () => {
    for (const login_hint of [user.userId, 'nobody-of-this-name']) {
      const { status, body } = await begin({ login_hint, user_code: '1234' })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    }
    expect(await listed()).toEqual([])
  })

  it('is not told by what has to be shown with a poll', { meta: { covers: ['S58'] } }, async () => {
    const bound = await registerParty(test, { ...asking, dpopBoundTokens: true })
    const asked = await begin({}, bound)
    const pretended = await begin({ login_hint: 'nobody-of-this-name' }, bound)
    expect([asked.status, pretended.status], JSON.stringify(asked.body)).toEqual([200, 200])
    const answer = await poll(asked.id, bound)
    expect(answer.body.error).not.toBe('authorization_pending')
    expect((await poll(pretended.id, bound)).body).toEqual(answer.body)
  })

  it('is not told by the letters of what stands for a request', {
    meta: { covers: ['S58'] },
  }, async () => {
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) => begin({ login_hint: `nobody-${index}` })),
    )
    for (const place of [0, 20, 24, 42]) {
      expect(new Set(ids.map(({ id }) => id.at(place))).size).toBeGreaterThan(20)
    }
  })

  it('is not told by how often somebody may be asked', { meta: { covers: ['S58'] } }, async () => {
    for (const login_hint of [user.userId, 'nobody-at-all']) {
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await begin({ login_hint })).status).toBe(200)
      }
      const { status, body } = await begin({ login_hint })
      expect([status, body.error]).toEqual([400, 'access_denied'])
    }
  })
})
