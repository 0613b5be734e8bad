import { createHash, randomBytes } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { endOwnSessions } from '@signet/contract/tenancy/sessions'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, createBrowser } from '../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startSession } from '../../modules/tenancy/sessions/index.ts'

const redirectUri = 'https://app.example.test/callback'

let test: TestApp
let adminToken: string
beforeAll(async () => {
  test = await startTestApp()
  adminToken = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

interface Client {
  readonly id: string
  readonly secret: string
}

const register = async (change: Record<string, unknown> = {}): Promise<Client> => {
  const answer = await test.call(createOidcApplication, {
    as: adminToken,
    body: {
      name: `App ${randomBytes(4).toString('hex')}`,
      applicationType: 'OIDC_WEB',
      redirectUris: [redirectUri],
      ...change,
    },
  })
  expect(answer.status, answer.text).toBe(200)
  const { application, clientSecret } = JSON.parse(answer.text)
  return { id: application.clientId, secret: clientSecret }
}

/** Gives a browser the navigation cookie that a completed sign-in sets; returns the token. */
const signIn = async (browser: Browser, user: BuiltUser): Promise<string> => {
  const { cookie, session } = await test.ctx.transaction((ctx) =>
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
  return session.jwt.token
}

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

const authorizeUrl = (client: Client, change: Record<string, string> = {}): string =>
  `/api/oidc/authorize?${new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    prompt: 'login',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  })}`

const basic = ({ id, secret }: Client): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

const token = (browser: Browser, client: Client, form: Record<string, string>) =>
  browser.visit('/api/oidc/token', {
    method: 'POST',
    form,
    headers: { authorization: basic(client) },
  })

const codeOf = (location: unknown): string =>
  new URL(String(location)).searchParams.get('code') ?? ''

/** Authorize, sign in, resume: the code. */
const obtainCode = async (browser: Browser, client: Client, user: BuiltUser): Promise<string> => {
  const asked = await browser.visit(authorizeUrl(client))
  expect(asked.statusCode, asked.body).toBe(303)
  const page = new URL(String(asked.headers.location), test.tenant.publicUrl)
  expect(page.pathname).toBe('/oidc/authentication')
  await signIn(browser, user)
  const resumed = await browser.visit(`/api/oidc/authorize/${page.searchParams.get('uid')}`)
  expect(resumed.statusCode, resumed.body).toBe(303)
  return codeOf(resumed.headers.location)
}

const exchange = (browser: Browser, client: Client, code: string) =>
  token(browser, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })

const introspect = async (browser: Browser, client: Client, value: string): Promise<boolean> => {
  const answer = await browser.visit('/api/oidc/introspection', {
    method: 'POST',
    form: { token: value },
    headers: { authorization: basic(client) },
  })
  return answer.json().active
}

let browser: Browser
let user: BuiltUser
beforeEach(async () => {
  browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  user = await buildUser(test.ctx)
})

describe('discovery', () => {
  it('names the tenant as issuer at both forms of RFC 8414, whatever the host header says', {
    meta: { covers: ['transport.authorization-openid', 'S18'] },
  }, async () => {
    for (const path of [
      '/api/oidc/.well-known/openid-configuration',
      '/api/oidc/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/api/oidc',
      '/.well-known/openid-configuration/api/oidc',
    ]) {
      const answer = await browser.visit(path, { headers: { 'x-forwarded-host': 'evil.test' } })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({
        issuer: `${test.tenant.publicUrl}/api/oidc`,
        token_endpoint: `${test.tenant.publicUrl}/api/oidc/token`,
        jwks_uri: `${test.tenant.publicUrl}/api/oidc/jwks`,
        code_challenge_methods_supported: ['S256'],
      })
    }
  })
})

describe('code with PKCE', () => {
  it('gives tokens for the person who signed in, and their claims', async () => {
    const client = await register()
    const answer = await exchange(browser, client, await obtainCode(browser, client, user))
    expect(answer.statusCode, answer.body).toBe(200)
    const { access_token, id_token, refresh_token } = answer.json()
    expect(decodeProtectedHeader(id_token).alg).toBe('RS256')
    expect(decodeJwt(id_token)).toMatchObject({ sub: user.id, aud: client.id, nonce: 'nonce-1' })
    expect(refresh_token).toEqual(expect.any(String))
    const info = await browser.visit('/api/oidc/userinfo', {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(info.json()).toMatchObject({
      sub: user.id,
      preferred_username: user.userId,
      email: `${user.userId}@example.test`,
    })
  })

  it('signs with ES256 for a client that asks for it', async () => {
    const client = await register({ idTokenSigningAlgorithm: 'ES256' })
    const answer = await exchange(browser, client, await obtainCode(browser, client, user))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(decodeProtectedHeader(answer.json().id_token).alg).toBe('ES256')
  })

  it('refuses a request without a challenge', async () => {
    const client = await register()
    const answer = await browser.visit(
      authorizeUrl(client, { code_challenge: '', code_challenge_method: '' }),
    )
    expect(new URL(String(answer.headers.location)).searchParams.get('error')).toBe(
      'invalid_request',
    )
  })

  it('refuses a wrong verifier and a wrong secret', async () => {
    const client = await register()
    const code = await obtainCode(browser, client, user)
    const wrong = await token(browser, client, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: 'x'.repeat(43),
    })
    expect(wrong.json().error).toBe('invalid_grant')
    const stranger = await exchange(browser, { ...client, secret: 'nonsense' }, code)
    expect(stranger.statusCode).toBe(401)
  })

  it('redeems one code once, of 30 at the same time', async () => {
    const client = await register()
    const code = await obtainCode(browser, client, user)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => exchange(browser, client, code)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(
      answers
        .filter(({ statusCode }) => statusCode !== 200)
        .every((answer) => answer.json().error === 'invalid_grant'),
    ).toBe(true)
  })

  it('does not resume an interaction that another browser began', {
    meta: { covers: ['S3'] },
  }, async () => {
    const client = await register()
    const asked = await browser.visit(authorizeUrl(client))
    const uid = new URL(String(asked.headers.location), test.tenant.publicUrl).searchParams.get(
      'uid',
    )
    const stranger = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
    await signIn(stranger, user)
    const resumed = await stranger.visit(`/api/oidc/authorize/${uid}`)
    // It begins there as if the application had sent the stranger: nothing of it is taken along.
    const anew = new URL(String(resumed.headers.location), test.tenant.publicUrl)
    expect(anew.pathname).toBe('/api/oidc/authorize')
    const page = await stranger.visit(anew.href)
    expect(String(page.headers.location)).toMatch(/^\/oidc\/authentication\?uid=/)
    expect(String(page.headers.location)).not.toContain(uid)
  })

  it('demands a sign-in newer than the request', async () => {
    const client = await register()
    await signIn(browser, user)
    test.clock.advance(5000)
    const asked = await browser.visit(authorizeUrl(client))
    const uid = new URL(String(asked.headers.location), test.tenant.publicUrl).searchParams.get(
      'uid',
    )
    const resumed = await browser.visit(`/api/oidc/authorize/${uid}`)
    expect(String(resumed.headers.location)).toContain('/oidc/authentication')
  })
})

describe('redirect URIs', () => {
  it.each([
    'https://app.example.test/callback/',
    'https://app.example.test/callback?x=1',
    'https://app.example.test/call%62ack',
    'https://user@app.example.test/callback',
    'https://app.example.test.evil.test/callback',
    'https://app.example.test:444/callback',
    'https://app.example.test\\@evil.test/callback',
    'http://app.example.test/callback',
  ])('refuses %s, which was not registered', { meta: { covers: ['S17'] } }, async (uri) => {
    const client = await register()
    const answer = await browser.visit(authorizeUrl(client, { redirect_uri: uri }))
    expect(String(answer.headers.location)).toContain('/#/error')
  })

  it.each([
    'https://*.example.test/cb',
    'https://app.example.test/*',
    'https://app.example.test/@evil.test/cb',
    'https://app.example.test/cb#f',
    'https://u:p@app.example.test/cb',
    'javascript:alert(1)',
    'https://localhost.evil.test\\cb',
    'http://localhost.evil.test\\cb',
    'myapp:/cb',
    'https://exämple.test/cb',
    'https://app.example.test/%zz',
    'https://app.example.test/%2e%2e/../cb',
    ' https://app.example.test/c b',
  ])('registers no %s', { meta: { covers: ['S17'] } }, async (uri) => {
    const answer = await test.call(createOidcApplication, {
      as: adminToken,
      body: {
        name: `Bad ${randomBytes(4).toString('hex')}`,
        applicationType: 'OIDC_WEB',
        redirectUris: [uri],
      },
    })
    expect(answer.body.errorCode).toBe('invalid_redirect_uri')
  })
})

describe('refresh', () => {
  const tokens = async (client: Client) =>
    (await exchange(browser, client, await obtainCode(browser, client, user))).json()
  const refresh = (client: Client, value: string) =>
    token(browser, client, { grant_type: 'refresh_token', refresh_token: value })

  it('rotates, and repeats the same answer within 10 s', async () => {
    const client = await register()
    const first = await tokens(client)
    const next = await refresh(client, first.refresh_token)
    expect(next.statusCode, next.body).toBe(200)
    expect(next.json().refresh_token).not.toBe(first.refresh_token)
    const again = await refresh(client, first.refresh_token)
    expect(again.json()).toEqual(next.json())
  })

  it('gives 20 refreshes at once one and the same successor', {
    meta: { covers: ['S11'] },
  }, async () => {
    const client = await register()
    const first = await tokens(client)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(client, first.refresh_token)),
    )
    expect(new Set(answers.map((answer) => answer.json().refresh_token)).size).toBe(1)
  })

  it('ends the whole grant when an old token comes back after 10 s', {
    meta: { covers: ['S11'] },
  }, async () => {
    const client = await register()
    const first = await tokens(client)
    const next = (await refresh(client, first.refresh_token)).json()
    test.clock.advance(11_000)
    expect((await refresh(client, first.refresh_token)).json().error).toBe('invalid_grant')
    expect((await refresh(client, next.refresh_token)).json().error).toBe('invalid_grant')
    expect(await introspect(browser, client, next.access_token)).toBe(false)
  })
})

describe('what has ended', () => {
  it('is inactive everywhere: sign out everywhere kills the tokens', {
    meta: { covers: ['S13'] },
  }, async () => {
    const client = await register()
    const given = (await exchange(browser, client, await obtainCode(browser, client, user))).json()
    expect(await introspect(browser, client, given.access_token)).toBe(true)
    const as = await signIn(createBrowser(test.app, new URL(test.tenant.publicUrl).host), user)
    expect((await test.call(endOwnSessions, { as })).status).toBe(204)
    expect(await introspect(browser, client, given.access_token)).toBe(false)
    const refreshed = await token(browser, client, {
      grant_type: 'refresh_token',
      refresh_token: given.refresh_token,
    })
    expect(refreshed.json().error).toBe('invalid_grant')
  })

  it('is inactive for a user who was locked', async () => {
    const client = await register()
    const given = (await exchange(browser, client, await obtainCode(browser, client, user))).json()
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const info = await browser.visit('/api/oidc/userinfo', {
      headers: { authorization: `Bearer ${given.access_token}` },
    })
    expect(info.statusCode).toBe(401)
    const refreshed = await token(browser, client, {
      grant_type: 'refresh_token',
      refresh_token: given.refresh_token,
    })
    expect(refreshed.json().error).toBe('invalid_grant')
  })

  it('is not found when it was cut short', { meta: { covers: ['S35'] } }, async () => {
    const client = await register()
    const given = (await exchange(browser, client, await obtainCode(browser, client, user))).json()
    expect(await introspect(browser, client, given.access_token.slice(0, -1))).toBe(false)
  })
})

describe('client credentials', () => {
  it('gives a signed JWT to a server', async () => {
    const client = await register({ applicationType: 'OIDC_SERVER', redirectUris: [] })
    const answer = await token(browser, client, { grant_type: 'client_credentials' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(decodeProtectedHeader(answer.json().access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    })
  })
})
