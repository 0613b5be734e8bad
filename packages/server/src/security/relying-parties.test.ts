import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { buildAdmin, buildUser } from '../../testing/builders.ts'
import { whileTimeStands } from '../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createRelyingParty, type RelyingParty } from './sweep/relying-party.ts'

/* What an application may get out of the OpenID Connect service beyond what it is meant to. */

let test: TestApp
let admin: string
let party: RelyingParty
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = (await buildAdmin(test.ctx)).token
  party = await createRelyingParty(test, admin)
})
afterAll(() => test.close())

const post = (path: string, form: Record<string, string>) =>
  createBrowser(test.app, new URL(test.tenant.publicUrl).host).visit(`/api/oidc/${path}`, {
    method: 'POST',
    form,
  })

/** A server on loopback that counts connections. */
const countingServer = async () => {
  let asked = 0
  const server = createServer((_request, answer) => void answer.end('{"keys":[]}'))
  server.on('connection', () => {
    asked += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, asked: () => asked, close: () => void server.close() }
}

/** Guard: `fetch` of the OpenID Connect configuration goes through the outgoing guard. */
describe('the keys of an application', () => {
  it('are not fetched from inside the network', { meta: { covers: ['S25'] } }, async () => {
    const inside = await countingServer()
    const made = await test.call(createOidcApplication, {
      as: admin,
      body: {
        name: 'Server with keys elsewhere',
        applicationType: 'OIDC_SERVER',
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwksUri: `https://localhost:${inside.port}/jwks`,
      },
    })
    const { id, clientId } = JSON.parse(made.text).application
    await test.ctx.db
      .updateTable('oidc_applications')
      .set({ jwks_uri: `http://localhost:${inside.port}/jwks` })
      .where('id', '=', id)
      .execute()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(`${test.tenant.publicUrl}/api/oidc`)
      .setIssuedAt()
      .setExpirationTime('1 minute')
      .sign(privateKey)
    const answer = await post('token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    inside.close()
    expect([answer.statusCode, inside.asked()]).toEqual([401, 0])
  })
})

/** Guard: `getResourceServerInfo` knows the tenant's own API and no other. */
describe('an audience', () => {
  it('that nobody has registered is in no token', { meta: { covers: ['S16'] } }, async () => {
    const asked = await party.post('token', {
      grant_type: 'client_credentials',
      resource: 'https://payroll.example.test',
    })
    expect([asked.statusCode, asked.json().error]).toEqual([400, 'invalid_target'])
  })
})

/** Guard: the answer of a refresh is repeated at the token endpoint alone. */
describe('a refresh token that has just been used', () => {
  it('gets no tokens where it is introspected or revoked', {
    meta: { covers: ['S5'] },
  }, async () => {
    const { refresh_token: used } = await party.tokensOf(await buildUser(test.ctx))
    expect((await party.refresh(used)).statusCode).toBe(200)
    const asked = await party.introspect(used)
    expect(asked.json()).toEqual({ active: false })
    const revoked = await party.post('revocation', { token: used })
    expect([revoked.statusCode, revoked.body]).toEqual([200, ''])
  })
})

/** Guards: `allowedPolicy` of introspection and revocation; `clientBasedCORS`. */
describe('an application', () => {
  it('asks about and ends its own tokens only', { meta: { covers: ['S16'] } }, async () => {
    const other = await createRelyingParty(test, admin)
    const { access_token: token } = await party.tokensOf(await buildUser(test.ctx))
    expect((await other.introspect(token)).json()).toEqual({ active: false })
    await other.post('revocation', { token })
    expect((await party.introspect(token)).json().active).toBe(true)
    await party.post('revocation', { token })
    expect((await party.introspect(token)).json()).toEqual({ active: false })
  })

  it('redeems its own codes and refresh tokens only', { meta: { covers: ['S16'] } }, async () => {
    const other = await createRelyingParty(test, admin)
    const user = await buildUser(test.ctx)
    const code = await party.codeOf(user)
    expect((await other.post('token', code.form)).json().error).toBe('invalid_grant')
    const { refresh_token: token } = await party.tokensOf(user)
    expect((await other.refresh(token)).json().error).toBe('invalid_grant')
    expect((await party.refresh(token)).statusCode).toBe(200)
  })

  it.each(['constructor', 'toString', '__proto__', 'password'])(
    'gets nothing by the grant type %s',
    { meta: { covers: ['S16'] } },
    async (grant_type) => {
      const answer = await party.post('token', { grant_type })
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'unsupported_grant_type'])
    },
  )

  it('uses a token for what it is only', { meta: { covers: ['S16'] } }, async () => {
    const { access_token: access, refresh_token: refresh } = await party.tokensOf(
      await buildUser(test.ctx),
    )
    expect((await party.userinfo(refresh)).statusCode).toBe(401)
    expect((await party.refresh(access)).json().error).toBe('invalid_grant')
    expect((await party.userinfo(access)).statusCode).toBe(200)
  })

  it('is read by pages of its own origins, not of another application’s', {
    meta: { covers: ['S32'] },
  }, async () => {
    const origin = 'https://spa.example.test'
    const body = { name: 'Page', applicationType: 'OIDC_SPA', redirectUris: [`${origin}/cb`] }
    await test.call(createOidcApplication, { as: admin, body })
    const form = { grant_type: 'client_credentials' }
    const readers = async (from: string) =>
      (await party.post('token', form, { origin: from })).headers['access-control-allow-origin']
    expect(await readers('https://rp.example.test')).toBe('https://rp.example.test')
    expect(await readers(origin)).toBeUndefined()
  })
})

/** Guard: `ttl.AuthorizationCode`. */
describe('a code', () => {
  it('is good for a minute', { meta: { covers: ['S16'] } }, async () => {
    const user = await buildUser(test.ctx)
    await whileTimeStands(async () => {
      const [early, late] = [await party.codeOf(user), await party.codeOf(user)]
      test.clock.advance(50_000)
      expect((await early.exchange()).statusCode).toBe(200)
      test.clock.advance(11_000)
      expect((await late.exchange()).json().error).toBe('invalid_grant')
    })
  })
})

/** Guard: `token_expires_at` in the session that the navigation cookie finds. */
describe('a session that was idle for too long', () => {
  it('signs in to no application', { meta: { covers: ['S13'] } }, async () => {
    const user = await buildUser(test.ctx)
    const browser = await party.browserOf(user)
    expect(await party.signIn(browser)).toMatch(/[?&]code=/)
    test.clock.advance(test.platform.config.sessionIdleMillis - 60_000)
    expect(await party.signIn(browser)).toMatch(/[?&]code=/)
    test.clock.advance(test.platform.config.sessionIdleMillis - 60_000)
    expect(await party.signIn(browser)).toMatch(/[?&]code=/)
    test.clock.advance(test.platform.config.sessionIdleMillis + 1000)
    expect(await party.signIn(browser)).toMatch(/[?&]error=login_required/)
  })
})

/** Guard: `expires_at` of a token, beside what the library and the short answers read in it. */
describe('an access token', () => {
  it('ends with its hour', { meta: { covers: ['S16'] } }, async () => {
    const { access_token: token } = await party.tokensOf(await buildUser(test.ctx))
    test.clock.advance(3_600_000)
    expect((await party.introspect(token)).json()).toEqual({ active: false })
    expect((await party.userinfo(token)).statusCode).toBe(401)
  })
})
