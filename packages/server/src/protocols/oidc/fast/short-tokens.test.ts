import { createHash, randomBytes } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { type Browser, createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'
import { startSession } from '../../../modules/tenancy/sessions/index.ts'

const redirectUri = 'https://app.example.test/callback'
const verifier = randomBytes(32).toString('base64url')

let test: TestApp
let watch: Watched
let app: Awaited<ReturnType<typeof createApp>>
let user: BuiltUser
let client: Client
let service: Client
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  app = await createApp({ ...platform, clock: test.clock })
  user = await buildUser(test.ctx)
  client = await register({ applicationType: 'OIDC_WEB', redirectUris: [redirectUri] })
  service = await register({ applicationType: 'OIDC_SERVER', redirectUris: [] })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

interface Client {
  readonly id: string
  readonly secret: string
}

const register = async (change: object): Promise<Client> => {
  const { token: as } = await buildAdmin(test.ctx)
  const body = { name: `App ${randomBytes(4).toString('hex')}`, ...change }
  const { application, clientSecret } = JSON.parse(
    (await test.call(createOidcApplication, { as, body })).text,
  )
  return { id: application.clientId, secret: clientSecret }
}

const newBrowser = (): Browser => createBrowser(app, new URL(test.tenant.publicUrl).host)

const signedIn = async (): Promise<Browser> => {
  const browser = newBrowser()
  const { cookie } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  browser.cookies.set('signet', cookie.value ?? '')
  return browser
}

const obtainCode = async (): Promise<string> => {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await (await signedIn()).visit(`/api/oidc/authorize?${query}`)
  return new URL(String(asked.headers.location)).searchParams.get('code') ?? ''
}

/** Another field, which means nothing, is not ordinary: the library answers. */
const forLibrary = { other: 'field' }

const ask = (form: Record<string, string>, { id, secret } = client) => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return newBrowser().visit('/api/oidc/token', { method: 'POST', form, headers: { authorization } })
}

const exchange = (code: string, more = {}) =>
  ask({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

const refresh = (token: string, more = {}) =>
  ask({ grant_type: 'refresh_token', refresh_token: token, ...more })

type Answer = Awaited<ReturnType<typeof ask>>

/** Only the library tells browsers what they may read. */
const libraryMark = 'access-control-expose-headers'
const isShort = ({ headers }: Answer): boolean => !(libraryMark in headers)

const storedOf = async (value: string) => {
  const { payload, ...row } = await test.ctx.db
    .selectFrom('oidc_tokens')
    .select(['kind', 'client_id', 'user_id', 'outlives_session', 'consumed_at', 'answer'])
    .select(['grant_id', 'payload', 'expires_at'])
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', createHash('sha256').update(value).digest())
    .executeTakeFirstOrThrow()
  expect(row.expires_at.getTime()).toBe(Number(payload.exp) * 1000)
  expect(row.grant_id).toBe(payload.grantId)
  const { kind, client_id, user_id, outlives_session, consumed_at, answer } = row
  return { kind, client_id, user_id, outlives_session, consumed_at, answer, payload }
}

const volatileHeaders = new Set([libraryMark, 'x-request-id', 'date', 'content-length'])
const instance = {
  grantId: '',
  sessionUid: '',
  sid: '',
  access_token: '',
  refresh_token: '',
  id_token: '',
}
const times = { iat: 0, exp: 0, iiat: 0, authTime: 0, jti: '' }

const claimsOf = (jwt: string) => {
  const { iat = 0, exp = 0, ...claims } = decodeJwt(jwt)
  const random = { jti: '', sid: '', at_hash: '', auth_time: typeof claims.auth_time }
  return { header: decodeProtectedHeader(jwt), claims: { ...claims, ...random }, lives: exp - iat }
}

/** All that an answer says and stores, but random values and times. */
const comparable = async (answer: Answer) => {
  const body = answer.json()
  const access = await storedOf(body.access_token)
  const renewed = await storedOf(body.refresh_token)
  const shape = ({ payload, ...row }: typeof access) => ({
    row,
    lives: Number(payload.exp) - Number(payload.iat),
    payload: { ...payload, ...instance, ...times },
    names: Object.keys(payload).toSorted(),
  })
  return {
    status: answer.statusCode,
    body: { ...body, ...instance },
    headers: Object.entries(answer.headers)
      .filter(([name]) => !volatileHeaders.has(name))
      .toSorted(),
    idToken: claimsOf(body.id_token),
    access: shape(access),
    refresh: shape(renewed),
  }
}

describe('tokens for a code', () => {
  it('are what the library gives and stores', async () => {
    const short = await exchange(await obtainCode())
    const whole = await exchange(await obtainCode(), forLibrary)
    expect([isShort(short), isShort(whole)]).toEqual([true, false])
    expect(short.statusCode).toBe(200)
    expect(await comparable(short)).toEqual(await comparable(whole))
  })

  it('have an ID token that the public keys verify', async () => {
    const { id_token } = (await exchange(await obtainCode())).json()
    const keys = createLocalJWKSet((await newBrowser().visit('/api/oidc/jwks')).json())
    const issuer = `${test.tenant.publicUrl}/api/oidc`
    const currentDate = test.clock.now()
    const { payload } = await jwtVerify(id_token, keys, {
      issuer,
      audience: client.id,
      currentDate,
    })
    expect(payload).toMatchObject({ sub: user.id, nonce: 'nonce-1' })
  })

  it('cost one read and one write', async () => {
    await whileTimeStands(async () => {
      await exchange(await obtainCode())
      const code = await obtainCode()
      const before = { ...watch.work }
      expect(isShort(await exchange(code))).toBe(true)
      expect(watch.work.flushes - before.flushes).toBe(2)
      expect(watch.work.statements - before.statements).toBe(2)
    })
  })

  it.each([
    ['another redirect', { redirect_uri: `${redirectUri}/other` }],
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
  ])('are refused for %s, and the code is still good', async (_what, change) => {
    const code = await obtainCode()
    const refused = await exchange(code, change)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error).toBe('invalid_grant')
    expect((await exchange(code)).statusCode).toBe(200)
  })

  it('are refused to another client', async () => {
    const code = await obtainCode()
    const other = await register({ applicationType: 'OIDC_WEB', redirectUris: [redirectUri] })
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const refused = await ask({ ...form, code_verifier: verifier }, other)
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant'])
  })

  it('end when the code is used again', async () => {
    const code = await obtainCode()
    const { refresh_token } = (await exchange(code)).json()
    expect((await exchange(code)).json().error).toBe('invalid_grant')
    expect((await refresh(refresh_token)).json().error).toBe('invalid_grant')
  })
})

describe('tokens for a refresh token', () => {
  const obtained = async (more = {}): Promise<string> =>
    (await exchange(await obtainCode(), more)).json().refresh_token

  it('are what the library gives and stores, again and again', async () => {
    let [one, other] = [await obtained(), await obtained(forLibrary)]
    for (let turn = 0; turn < 2; turn += 1) {
      const short = await refresh(one)
      const whole = await refresh(other, forLibrary)
      expect([isShort(short), isShort(whole)]).toEqual([true, false])
      expect(await comparable(short)).toEqual(await comparable(whole))
      one = short.json().refresh_token
      other = whole.json().refresh_token
    }
  })

  it('are given once, to 20 at the same time', async () => {
    const token = await obtained()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    const given = new Set(answers.map((answer) => answer.json().refresh_token))
    expect([...given]).toHaveLength(1)
    const payload = (await storedOf(token)).payload
    const { count } = await test.ctx.db
      .selectFrom('oidc_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenant_id', '=', test.tenant.id)
      .where('grant_id', '=', String(payload.grantId))
      .where('kind', '=', 'RefreshToken')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2)
  })

  it('are refused once it is found used again, and all of its grant end', async () => {
    const token = await obtained()
    const next = (await refresh(token)).json().refresh_token
    test.clock.advance(11_000)
    expect((await refresh(token)).json().error).toBe('invalid_grant')
    expect((await refresh(next)).json().error).toBe('invalid_grant')
  })

  it('cost one read and one write', async () => {
    await whileTimeStands(async () => {
      const token = await obtained()
      const before = { ...watch.work }
      expect(isShort(await refresh(token))).toBe(true)
      expect(watch.work.flushes - before.flushes).toBe(2)
      expect(watch.work.statements - before.statements).toBe(2)
    })
  })

  it('are refused to who was locked since', async () => {
    const token = await obtained()
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await refresh(token)).json().error).toBe('invalid_grant')
    await test.ctx.db
      .updateTable('users')
      .set({ locked: false })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await refresh(token)).statusCode).toBe(200)
  })
})

describe('a token for a client alone', () => {
  it('is what the library gives', async () => {
    const form = { grant_type: 'client_credentials' }
    const short = await ask(form, service)
    const whole = await ask({ ...form, ...forLibrary }, service)
    expect([isShort(short), isShort(whole)]).toEqual([true, false])
    const [one, other] = [short.json(), whole.json()]
    expect(claimsOf(one.access_token)).toEqual(claimsOf(other.access_token))
    expect({ ...one, access_token: '' }).toEqual({ ...other, access_token: '' })
  })

  it('is refused with a wrong secret, and to a client without that grant', async () => {
    const form = { grant_type: 'client_credentials' }
    expect((await ask(form, { ...service, secret: 'wrong' })).statusCode).toBe(401)
    expect((await ask(form, client)).statusCode).toBe(400)
  })
})
