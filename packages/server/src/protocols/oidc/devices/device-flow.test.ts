import { decideUserCode, readUserCode } from '@signet/contract/access/user-codes'
import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import {
  type Party,
  postForm,
  registerParty,
  userinfoOf,
  visitorOf,
} from '../../../../testing/oidc/party.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const device = { applicationType: 'OIDC_DEVICE', redirectUris: [] } as const

let test: TestApp
let television: Party
let user: BuiltUser
let visitor: Awaited<ReturnType<typeof visitorOf>>
beforeAll(async () => {
  test = await startTestApp()
  television = await registerParty(test, device)
})
afterAll(() => test.close())
beforeEach(async () => {
  user = await buildUser(test.ctx)
  visitor = await visitorOf(test, user)
})

const begin = async (party = television, form: Readonly<Record<string, string>> = {}) => {
  const headers = party.secret === '' ? { 'user-agent': 'Television/1' } : undefined
  const answer = await postForm(test, '/device_authorization', {
    party,
    form: { client_id: party.id, scope: 'openid profile offline_access', ...form },
    ...(headers === undefined ? {} : { headers }),
  })
  return {
    ...answer,
    code: String(answer.body.device_code),
    userCode: String(answer.body.user_code),
  }
}

const poll = (code: string, party = television) =>
  postForm(test, '/token', {
    party,
    form: { grant_type: deviceGrant, device_code: code, client_id: party.id },
    headers: {},
  })

const decide = (userCode: string, allow = true, as = visitor.token) =>
  test.call(decideUserCode, { as, body: { userCode, allow } })

/** Follows the navigations that a decision begins; where they end. */
const follow = async (address: string, browser = visitor.browser): Promise<string> => {
  const answer = await browser.visit(address)
  const next = answer.headers.location
  if (typeof next !== 'string') return `${answer.statusCode}`
  const { pathname, search } = new URL(next, test.tenant.publicUrl)
  return pathname.startsWith('/api/oidc/device/')
    ? follow(`${pathname}${search}`, browser)
    : `${pathname}${search}`
}

const confirm = async (userCode: string): Promise<string> =>
  follow(String((await decide(userCode)).body.redirect))

describe('a device', () => {
  it('gets a code to show, and the address of the page to type it on', async () => {
    const { status, body } = await begin()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${test.tenant.publicUrl}/oidc/usercode`,
      verification_uri_complete: `${test.tenant.publicUrl}/oidc/usercode?user_code=${String(body.user_code)}`,
      expires_in: 600,
      interval: 5,
    })
  })

  it('gets tokens once somebody has confirmed it, and no second time', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { code, userCode } = await begin()
    expect((await poll(code)).body.error).toBe('authorization_pending')
    expect(await confirm(userCode)).toBe('/oidc/usercodestatus?status=allowed')
    test.clock.advance(6000)
    const { status, body } = await poll(code)
    expect([status, body.token_type]).toEqual([200, 'Bearer'])
    expect(await userinfoOf(test, body.access_token)).toMatchObject({ sub: user.id })
    expect(body.refresh_token).toEqual(expect.any(String))
    test.clock.advance(6000)
    expect((await poll(code)).body.error).toBe('invalid_grant')
  })

  // Guard: `foldCode` of device-codes.ts.
  it('is found by its code in full-width letters, with what copying brings along', async () => {
    const { code, userCode } = await begin()
    const wide = [...userCode.replace('-', '')].map((letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    )
    expect(await confirm(` ${wide.join('\u200e')} `)).toBe('/oidc/usercodestatus?status=allowed')
    test.clock.advance(6000)
    expect((await poll(code)).status).toBe(200)
  })

  it('is told when it asks too often, and has to wait longer from then on', async () => {
    const { code } = await begin()
    await whileTimeStands(async () => {
      expect((await poll(code)).body.error).toBe('authorization_pending')
      test.clock.advance(1000)
      expect((await poll(code)).body.error).toBe('slow_down')
      test.clock.advance(6000)
      expect((await poll(code)).body.error).toBe('slow_down')
    })
    test.clock.advance(15_000)
    expect((await poll(code)).body.error).toBe('authorization_pending')
  })

  it('hears that somebody has refused it', async () => {
    const { code, userCode } = await begin()
    const { body } = await decide(userCode, false)
    expect(body.redirect).toBe('/oidc/usercodestatus?status=denied')
    expect((await poll(code)).body.error).toBe('access_denied')
  })

  it('hears that its time is over', async () => {
    const { code, userCode } = await begin()
    await test.ctx.db
      .updateTable('oidc_tokens')
      .set({ expires_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('kind', '=', 'DeviceCode')
      .execute()
    expect((await poll(code)).body.error).toBe('expired_token')
    expect((await decide(userCode)).body.errorCode).toBe('user_code_invalid')
  })

  it('keeps its tokens when the browser that confirmed it signs out, not when all do', async () => {
    const { code, userCode } = await begin(television, { scope: 'openid profile' })
    await confirm(userCode)
    test.clock.advance(6000)
    const { access_token: token } = (await poll(code)).body
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

  it('is asked for by the application alone that it was given to', async () => {
    const { code } = await begin()
    const other = await registerParty(test, device)
    expect((await poll(code, other)).body.error).toBe('invalid_grant')
  })

  it('is none of an application without the grant', async () => {
    const web = await registerParty(test)
    const { status, body } = await begin(web)
    expect([status, body.device_code]).toEqual([400, undefined])
  })

  it('of an application with a secret proves it at every step', async () => {
    const printer = await registerParty(test, {
      ...device,
      tokenEndpointAuthMethod: 'client_secret_basic',
    })
    const { code, userCode } = await begin(printer)
    expect((await poll(code, printer)).body.error).toBe('invalid_client')
    test.clock.advance(6000)
    await confirm(userCode)
    const form = { grant_type: deviceGrant, device_code: code }
    expect((await postForm(test, '/token', { party: printer, form })).status).toBe(200)
  })
})

describe('a user code', () => {
  it('is made of digits where the application has it so, and of nine at least', {
    meta: { covers: ['admin.oidc-options'] },
  }, async () => {
    const party = await registerParty(test, {
      ...device,
      userCodeCharacterSet: 'DIGITS',
      userCodeLength: 9,
      deviceCodeTtlSeconds: 120,
    })
    const { body, userCode } = await begin(party)
    expect(userCode).toMatch(/^\d{3}-\d{3}-\d{3}$/)
    expect(body.expires_in).toBe(120)
    const { token } = await buildAdmin(test.ctx)
    const change = {
      name: 'Television',
      applicationType: 'OIDC_DEVICE',
      userCodeLength: 8,
    } as const
    const answer = await test.call(updateOidcApplication, {
      as: token,
      params: { id: party.rowId },
      body: change,
    })
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'invalid_parameters'])
  })

  it('tells who asks, from where and for what, however it is typed', async () => {
    const { userCode } = await begin()
    const typed = ` ${userCode.toLowerCase().replace('-', ' ')} `
    const { body } = await test.call(readUserCode, { as: visitor.token, body: { userCode: typed } })
    expect(body).toMatchObject({
      userCode,
      scopes: ['openid', 'profile', 'offline_access'],
      requested: { address: '127.0.0.1', browser: 'Television/1' },
      isNear: true,
    })
  })

  it('is stored nowhere as it is typed', async () => {
    const { userCode, code } = await begin()
    const rows = await test.ctx.db
      .selectFrom('oidc_tokens')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('kind', '=', 'DeviceCode')
      .execute()
    const text = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect(text).not.toContain(userCode)
    expect(text).not.toContain(userCode.replaceAll('-', ''))
    expect(text).not.toContain(code)
  })

  it('is decided about once', { meta: { covers: ['S11', 'S16'] } }, async () => {
    const { userCode } = await begin()
    const answers = await Promise.all([decide(userCode), decide(userCode), decide(userCode, false)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is no use without a session', async () => {
    const { userCode } = await begin()
    const answer = await test.call(decideUserCode, { body: { userCode, allow: true } })
    expect(answer.status).toBe(401)
  })

  it('cannot be guessed: after ten wrong ones in an hour nobody gets an answer', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { userCode } = await begin()
    const guess = (code: string) =>
      test.call(readUserCode, { as: visitor.token, body: { userCode: code } })
    const wrong = await Promise.all(
      Array.from({ length: 10 }, (_, index) => guess(`BBBB-BBB${'BCDFGHJKLM'.charAt(index)}`)),
    )
    expect(wrong.map(({ body }) => body.errorCode)).toEqual(
      Array.from({ length: 10 }, () => 'user_code_invalid'),
    )
    const right = await guess(userCode)
    expect([right.status, right.body.errorCode]).toEqual([429, 'too_many_requests'])
    const other = await visitorOf(test, await buildUser(test.ctx))
    const { status } = await test.call(readUserCode, { as: other.token, body: { userCode } })
    expect(status).toBe(200)
  })

  it('is guessed for by nobody once people together have guessed wrong 200 times in an hour', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { userCode } = await begin()
    const guess = async (code: string, token: string) => {
      const { body } = await test.call(readUserCode, { as: token, body: { userCode: code } })
      return body.errorCode
    }
    const told = new Set<unknown>()
    for (let person = 0; person < 21; person += 1) {
      const { token } = await visitorOf(test, await buildUser(test.ctx))
      for (let turn = 0; turn < 10; turn += 1) told.add(await guess('BBBB-BBBB', token))
    }
    expect([...told]).toEqual(['user_code_invalid', 'too_many_requests'])
    expect(await guess(userCode, visitor.token)).toBe('too_many_requests')
    await test.ctx.db
      .updateTable('send_budgets')
      .set({ window_started_at: new Date(test.clock.now().getTime() - 3_600_001) })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    const { userCode: another } = await begin()
    const { token } = await visitorOf(test, await buildUser(test.ctx))
    expect(await guess(another, token)).toBeUndefined()
  })

  it('costs nothing when it is right', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const { userCode } = await begin()
      const answer = await test.call(readUserCode, { as: visitor.token, body: { userCode } })
      statuses.push(answer.status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('going on with a device', () => {
  it('is for the browser and session that confirmed it, and for no other', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { code, userCode } = await begin()
    const { redirect } = (await decide(userCode)).body
    const victim = await visitorOf(test, await buildUser(test.ctx))
    expect(await follow(String(redirect), victim.browser)).toBe('/oidc/usercodestatus?status=ended')
    expect((await poll(code)).body.error).toBe('authorization_pending')
  })

  it('is over two minutes after the decision', { meta: { covers: ['S16'] } }, async () => {
    const [late, inTime] = [await begin(), await begin()]
    await whileTimeStands(async () => {
      const redirects: string[] = []
      for (const { userCode } of [late, inTime]) {
        redirects.push(String((await decide(userCode)).body.redirect))
      }
      test.clock.advance(119_000)
      expect(await follow(redirects[1] ?? '')).toBe('/oidc/usercodestatus?status=allowed')
      test.clock.advance(1000)
      expect(await follow(redirects[0] ?? '')).toBe('/oidc/usercodestatus?status=ended')
    })
    expect((await poll(late.code)).body.error).toBe('authorization_pending')
  })

  it('is not begun by what a page elsewhere could make up', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { userCode } = await begin()
    const forged = await visitor.browser.visit('/api/oidc/device?ticket=forged')
    expect(forged.headers.location).toBe('/oidc/usercodestatus?status=ended')
    const posted = await visitor.browser.visit('/api/oidc/device', {
      method: 'POST',
      form: { user_code: userCode, confirm: 'yes', xsrf: 'x' },
    })
    expect(posted.headers.location).toBe('/oidc/usercode')
  })

  it('takes no name of a row in place of a device code', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { code } = await begin()
    const [row] = await test.ctx.db
      .selectFrom('oidc_tokens')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('kind', '=', 'DeviceCode')
      .orderBy('expires_at', 'desc')
      .limit(1)
      .execute()
    expect((await poll(row?.id.toString('hex') ?? '')).body.error).toBe('invalid_grant')
    expect((await poll(code)).body.error).toBe('authorization_pending')
  })

  it('asks for consent once: the confirmation is it', async () => {
    const party = await registerParty(test, { ...device, requireConsent: true })
    const { code, userCode } = await begin(party)
    expect(await confirm(userCode)).toBe('/oidc/usercodestatus?status=allowed')
    test.clock.advance(6000)
    expect((await poll(code, party)).status).toBe(200)
  })
})
