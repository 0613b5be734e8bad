import { decideOidcConsent, readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import {
  createOidcApplication,
  deleteOidcApplication,
  listOidcApplications,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { updateClientRegistrationSettings } from '@signet/contract/settings/clientregistration'
import { sql } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { visitorOf } from '../../../../testing/oidc/party.ts'
import {
  type RelyingParties,
  startRelyingParties,
} from '../../../../testing/oidc/relying-parties.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { settings } from '../../../modules/settings/families/index.ts'

// Guards: `openPolicy`, `mayRegister`, `allowedOf`, `checkHosts`, `checkShown`, `ownRegistration`, `moveRegistration`, `countFor`.

const initial = 'an-initial-access-token-of-256-bits'
const redirect = 'https://tool.example.com/callback'
const on = {
  enabled: true,
  redirectHosts: ['tool.example.com'],
  scopes: ['openid', 'profile', 'email'],
  grantTypes: ['authorization_code', 'refresh_token'],
  accessTokenTtlSeconds: 600,
  refreshTokenTtlSeconds: 86_400,
  mostApplications: 1000,
  secrets: { initialAccessToken: initial },
}

let test: TestApp
let as: string
let parties: RelyingParties
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  parties = await startRelyingParties(test)
})
beforeEach(async () => {
  // Nobody's budget of one hour is another test's.
  await test.ctx.db.deleteFrom('send_budgets').where('tenant_id', '=', test.tenant.id).execute()
  await set(on)
})
afterAll(async () => {
  await parties.close()
  await test.close()
})

type Body = Readonly<Record<string, unknown>>

const change = (body: Body) => test.call(updateClientRegistrationSettings, { as, body })
const set = async (body: Body) => {
  const saved = await change(body)
  expect(saved.status, saved.text).toBe(200)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const ask = async (
  method: Method,
  path: string,
  { token, body }: { readonly token?: string | null; readonly body?: unknown } = {},
) => {
  const answer = await test.app.inject({
    method,
    url: `/api/oidc/register${path}`,
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      ...(token === null || token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const told: Record<string, unknown> = answer.body === '' ? {} : JSON.parse(answer.body)
  return { status: answer.statusCode, body: told, headers: answer.headers }
}

const register = (body: unknown = { redirect_uris: [redirect] }, token: string | null = initial) =>
  ask('POST', '', { token, body })

const made = async (more: Body = {}) => {
  const { status, body } = await register({ redirect_uris: [redirect], ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return {
    body,
    id: String(body.client_id),
    token: String(body.registration_access_token),
    path: `/${String(body.client_id)}`,
  }
}

const stored = async (clientId: string) => {
  const { text } = await test.call(listOidcApplications, { as })
  const all: readonly Record<string, unknown>[] = JSON.parse(text)
  return all.find((one) => one.clientId === clientId)
}

const metadata = async (): Promise<Record<string, unknown>> => {
  const url = '/api/oidc/.well-known/openid-configuration'
  const headers = { host: new URL(test.tenant.publicUrl).host }
  return JSON.parse((await test.app.inject({ url, headers })).body)
}

describe('an application that registers by itself', () => {
  it('with openid-client signs people in, who are asked', {
    meta: { covers: ['S60'] },
  }, async () => {
    const registered = await parties.registered(
      { client_name: 'Tool', redirect_uris: [redirect], grant_types: ['authorization_code'] },
      initial,
    )
    const user = await buildUser(test.ctx)
    const { browser, token } = await visitorOf(test, user)
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(registered, {
      redirect_uri: redirect,
      scope: 'openid profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'here',
    })
    const asked = await browser.visit(url.href)
    const page = new URL(String(asked.headers.location), test.tenant.publicUrl)
    expect(page.pathname).toBe('/oidc/consent')
    const uid = page.searchParams.get('uid') ?? ''
    test.clock.advance(1000)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const shown = await test.call(readOidcInteraction, { body: { uid }, headers: { cookie } })
    expect(shown.body).toMatchObject({ applicationName: 'Tool', selfRegistered: true })
    const decision = { as: token, body: { uid, allow: true }, headers: { cookie } }
    const agreed = await test.call(decideOidcConsent, decision)
    const back = await browser.visit(String(agreed.body.redirect))
    const tokens = await openid.authorizationCodeGrant(
      registered,
      new URL(String(back.headers.location)),
      { pkceCodeVerifier: verifier, expectedState: 'here' },
    )
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('finds no door where the tenant has none, and no metadata tells of one', {
    meta: { covers: ['S60'] },
  }, async () => {
    const { path, token } = await made()
    expect((await metadata()).registration_endpoint).toBe(
      `${test.tenant.publicUrl}/api/oidc/register`,
    )
    await set({ enabled: false })
    await vi.waitFor(async () => expect((await metadata()).registration_endpoint).toBeUndefined(), {
      timeout: 60_000,
    })
    expect((await register()).status).toBe(404)
    expect((await ask('GET', path, { token })).status).toBe(404)
  })

  it.each([null, 'another-token-of-the-same-length-or-so'])(
    'needs the token of the tenant: %s',
    { meta: { covers: ['S60'] } },
    async (token) => {
      const { status, body, headers } = await register({ redirect_uris: [redirect] }, token)
      expect([status, body.error]).toEqual([401, 'invalid_token'])
      expect(headers['www-authenticate']).toContain('Bearer')
    },
  )

  it('needs none where the tenant names hosts alone', { meta: { covers: ['S60'] } }, async () => {
    await set({ secrets: { initialAccessToken: null } })
    expect((await register({ redirect_uris: [redirect] }, null)).status).toBe(201)
    const elsewhere = { redirect_uris: ['https://evil.example.net/callback'] }
    expect((await register(elsewhere, null)).body.error).toBe('invalid_redirect_uri')
  })

  it('is sent back to no other host than the tenant allows, whatever it looks like', {
    meta: { covers: ['S60'] },
  }, async () => {
    for (const uri of [
      'https://evil.example.net/cb',
      'https://tool.example.com.evil.example.net/cb',
      'https://tool.example.com@evil.example.net/cb',
      'com.example.tool:/cb',
      'net.example.evil://tool.example.com/cb',
      'http://tool.example.com/cb',
      'javascript:alert(1)',
      'https://tool.example.com/cb#fragment',
    ]) {
      const { status, body } = await register({ redirect_uris: [uri], application_type: 'native' })
      expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri'])
    }
  })

  it('gets no more than the tenant allows', { meta: { covers: ['S60'] } }, async () => {
    const { id, body } = await made({
      scope: 'openid profile groups offline_access phone admin',
      grant_types: [
        'authorization_code',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      policy_uri: 'https://tool.example.com/policy',
      tos_uri: 'https://tool.example.com/terms',
      access_token_ttl: 9_999_999,
      signet: { accessTokenTtlSeconds: 9_999_999 },
    })
    expect(body).toMatchObject({ scope: 'openid profile', grant_types: ['authorization_code'] })
    expect(body).not.toHaveProperty('policy_uri')
    expect(await stored(id)).toMatchObject({
      selfRegistered: true,
      scopes: ['openid', 'profile'],
      grantTypes: ['authorization_code'],
      requireConsent: true,
      accessTokenTtlSeconds: 600,
      refreshTokenTtlSeconds: 86_400,
      accessTokenFormat: 'opaque',
      exchangeAudiences: [],
    })
  })

  it.each([
    ['invalid_client_metadata', { grant_types: ['client_credentials'] }],
    ['invalid_client_metadata', { scope: 'admin' }],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['invalid_client_metadata', { response_types: ['token'] }],
    ['invalid_client_metadata', { jwks_uri: 'http://169.254.169.254/keys' }],
    ['invalid_client_metadata', { logo_uri: 'https://evil.example.net/logo.png' }],
    ['invalid_client_metadata', { client_name: '' }],
    ['invalid_client_metadata', { client_name: 'Travel\u202e ksed' }],
    ['invalid_client_metadata', { client_name: 'Travel\u200bdesk' }],
    ['invalid_client_metadata', { logo_uri: 'javascript:alert(1)' }],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: 'https://tool.example.com/callback' }],
    ['unapproved_software_statement', { software_statement: 'a.b.c' }],
  ])('is told what is wrong: %s %o', { meta: { covers: ['S60'] } }, async (error, more) => {
    const { status, body } = await register({ redirect_uris: [redirect], ...more })
    expect([status, body.error]).toEqual([400, error])
  })

  it.each(['', '[]', 'null', '{', '"text"'])(
    'sends a JSON object: %s',
    { meta: { covers: ['S60'] } },
    async (text) => {
      const { status, body } = await register(text)
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    },
  )

  it('is marked in the list of applications, where those of administrators are not', async () => {
    const { id } = await made({ client_name: 'Travel desk' })
    const body = { name: 'Travel bureau', applicationType: 'OIDC_WEB', redirectUris: [redirect] }
    await test.call(createOidcApplication, { as, body })
    const own = await stored(id)
    const { text } = await test.call(listApplicationInfo, { as })
    const all: readonly Record<string, unknown>[] = JSON.parse(text)
    const marked = (name: unknown) => all.find((one) => one.name === name)?.selfRegistered
    expect([marked(own?.name), marked('Travel bureau')]).toEqual([true, false])
  })

  it('with a name from before such were rejected is listed without what that hides', async () => {
    const { id } = await made({ client_name: 'Plain' })
    await test.ctx.db
      .updateTable('oidc_applications')
      .set({ name: 'Plain\u202e desk' })
      .where('tenant_id', '=', test.tenant.id)
      .where('client_id', '=', id)
      .execute()
    expect(await stored(id)).toMatchObject({ name: 'Plain desk' })
  })

  it('has the name that another has with an ending', async () => {
    const names = [await made({ client_name: 'Tool' }), await made({ client_name: 'Tool' })]
    expect(names[1]?.body.client_name).toMatch(/^Tool \([0-9a-f]{8}\)$/)
  })

  it('is refused beyond the number that the tenant allows, and beyond twenty an hour', {
    meta: { covers: ['S60'] },
  }, async () => {
    await made()
    await set({ mostApplications: 1 })
    expect((await register()).status).toBe(429)
    await set({ mostApplications: 1000 })
    const statuses = []
    for (let n = 0; n < 19; n += 1) statuses.push((await register()).status)
    // Two were asked for before.
    expect(statuses).toEqual([...Array.from({ length: 18 }, () => 201), 429])
  })
})

describe('the last place that a tenant has for applications', () => {
  it('is one’s, however many register at once', async () => {
    await made()
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from oidc_applications
      where tenant_id = ${test.tenant.id} and registration_hash is not null`.execute(test.ctx.db)
    const mostApplications = (rows[0]?.count ?? 0) + 1
    await set({ mostApplications })
    const allowed = async () => (await settings.clientRegistration(test.ctx)).mostApplications
    await vi.waitFor(async () => expect(await allowed()).toBe(mostApplications), {
      timeout: 60_000,
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => register()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('what an application does with its registration', () => {
  it('is read by its own token alone, which stands nowhere in clear', {
    meta: { covers: ['S60'] },
  }, async () => {
    const own = await made()
    const other = await made()
    expect((await ask('GET', own.path, { token: own.token })).body).toMatchObject({
      client_id: own.id,
      registration_access_token: own.token,
      registration_client_uri: `${test.tenant.publicUrl}/api/oidc/register${own.path}`,
    })
    for (const token of [null, other.token, initial, `${own.token}x`]) {
      expect((await ask('GET', own.path, { token })).status).toBe(401)
    }
    expect((await ask('GET', '/nobody', { token: own.token })).status).toBe(401)
    const rows = await test.ctx.db.selectFrom('oidc_applications').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(own.token)
  })

  it('is changed as a whole, by another token from then on', {
    meta: { covers: ['S60'] },
  }, async () => {
    const own = await made({ client_name: 'Before', logo_uri: 'https://tool.example.com/l.png' })
    const to = 'https://tool.example.com/other'
    const body = { client_id: own.id, redirect_uris: [to], scope: 'openid groups' }
    const changed = await ask('PUT', own.path, { token: own.token, body })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { redirect_uris: [to], scope: 'openid', client_id: own.id },
    ])
    expect(changed.body.logo_uri).toBeUndefined()
    expect((await ask('GET', own.path, { token: own.token })).status).toBe(401)
    const next = String(changed.body.registration_access_token)
    expect((await ask('GET', own.path, { token: next })).status).toBe(200)
  })

  it('is changed once, whoever comes at the same time', { meta: { covers: ['S60'] } }, async () => {
    const own = await made()
    const body = { client_id: own.id, redirect_uris: [redirect] }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask('PUT', own.path, { token: own.token, body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('keeps its secret, which a change may name but not choose', {
    meta: { covers: ['S60'] },
  }, async () => {
    const own = await made()
    const body = { client_id: own.id, redirect_uris: [redirect] }
    const wrong = { ...body, client_secret: 'of-its-own-choice' }
    expect((await ask('PUT', own.path, { token: own.token, body: wrong })).status).toBe(400)
    const right = { ...body, client_secret: own.body.client_secret }
    const changed = await ask('PUT', own.path, { token: own.token, body: right })
    expect(changed.status).toBe(200)
    expect(changed.body.client_secret).toBeUndefined()
  })

  it.each(['registration_access_token', 'client_id_issued_at', 'client_secret_expires_at'])(
    'does not set %s',
    { meta: { covers: ['S60'] } },
    async (name) => {
      const own = await made()
      const body = { client_id: own.id, redirect_uris: [redirect], [name]: 1 }
      const refused = await ask('PUT', own.path, { token: own.token, body })
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request'])
      expect((await ask('GET', own.path, { token: own.token })).status).toBe(200)
    },
  )

  it('is not that of another application', { meta: { covers: ['S60'] } }, async () => {
    const own = await made()
    const other = await made()
    const body = { client_id: other.id, redirect_uris: [redirect] }
    expect((await ask('PUT', own.path, { token: own.token, body })).status).toBe(400)
    expect((await ask('PUT', other.path, { token: own.token, body })).status).toBe(401)
  })

  it('ends by its own wish, or by an administrator', { meta: { covers: ['S60'] } }, async () => {
    const own = await made()
    expect((await ask('DELETE', own.path, { token: own.token })).status).toBe(204)
    expect(await stored(own.id)).toBeUndefined()
    expect((await ask('GET', own.path, { token: own.token })).status).toBe(401)
    const other = await made()
    const params = { id: String((await stored(other.id))?.id) }
    expect((await test.call(deleteOidcApplication, { as, params })).status).toBe(204)
    expect((await ask('GET', other.path, { token: other.token })).status).toBe(401)
  })

  it('is of no use once an administrator has switched the application off', {
    meta: { covers: ['S60'] },
  }, async () => {
    const own = await made()
    const app = await stored(own.id)
    const params = { id: String(app?.id) }
    const body = { name: String(app?.name), applicationType: 'OIDC_WEB', enabled: false }
    expect((await test.call(updateOidcApplication, { as, params, body })).status).toBe(200)
    expect((await ask('GET', own.path, { token: own.token })).status).toBe(401)
  })
})

describe('the settings of registrations', () => {
  it('are not open to everybody for every address', { meta: { covers: ['S60'] } }, async () => {
    const body = { redirectHosts: [], secrets: { initialAccessToken: null } }
    expect((await change(body)).status).toBe(400)
  })

  it('are not open to everybody for devices, which no host holds off', async () => {
    const grantTypes = ['authorization_code', 'device_code']
    expect((await change({ grantTypes })).status).toBe(200)
    expect((await change({ grantTypes, secrets: { initialAccessToken: null } })).status).toBe(400)
  })

  it('take no token that is soon guessed', { meta: { covers: ['S60'] } }, async () => {
    expect((await change({ secrets: { initialAccessToken: 'short' } })).status).toBe(400)
  })
})
