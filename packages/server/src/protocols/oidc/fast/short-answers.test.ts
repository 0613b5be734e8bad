import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { createOauthRole, replaceUserOauthRoles } from '@signet/contract/applications/oauth-roles'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { updateGroupAttribute } from '@signet/contract/settings/groupattribute'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { startSession } from '../../../modules/tenancy/sessions/index.ts'

const redirectUri = 'https://app.example.test/callback'

interface Client {
  readonly id: string
  readonly secret: string
}

let test: TestApp
let client: Client
let user: BuiltUser
let token: string

const register = async (): Promise<Client> => {
  const { token: as } = await buildAdmin(test.ctx)
  const answer = await test.call(createOidcApplication, {
    as,
    body: {
      name: `App ${randomBytes(4).toString('hex')}`,
      applicationType: 'OIDC_WEB',
      redirectUris: [redirectUri],
    },
  })
  const { application, clientSecret } = JSON.parse(answer.text)
  return { id: application.clientId, secret: clientSecret }
}

const basic = ({ id, secret }: Client) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

const visit: ReturnType<typeof createBrowser>['visit'] = (url, options) =>
  createBrowser(test.app, new URL(test.tenant.publicUrl).host).visit(url, options)

/** What the application may ask for, on every node within a second. */
const setScopes = async (scopes: readonly string[]): Promise<void> => {
  await test.ctx.db
    .updateTable('oidc_applications')
    .set({ scopes: JSON.stringify(scopes) })
    .where('client_id', '=', client.id)
    .execute()
  await new Promise((resolve) => setTimeout(resolve, 1100))
}

/** Code with PKCE in a browser that has a session. */
const obtainToken = async (scope: string): Promise<string> => {
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
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
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await browser.visit(`/api/oidc/authorize?${query}`)
  const code = new URL(String(asked.headers.location)).searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const answer = await browser.visit('/api/oidc/token', {
    method: 'POST',
    form,
    headers: basic(client),
  })
  return answer.json().access_token
}

beforeAll(async () => {
  test = await startTestApp()
  client = await register()
  user = await buildUser(test.ctx)
  token = await obtainToken('openid profile email')
})
afterAll(() => test.close())

/** Only the library tells browsers what they may read. */
const libraryMark = 'access-control-expose-headers'
const volatile = new Set([libraryMark, 'x-request-id', 'date', 'content-length'])

const comparable = (answer: Awaited<ReturnType<typeof visit>>) => ({
  status: answer.statusCode,
  body: answer.json(),
  headers: Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !volatile.has(name)),
  ),
})

const introspect = (form: Record<string, string>, as = client) =>
  visit('/api/oidc/introspection', { method: 'POST', form, headers: basic(as) })

const userinfo = (bearer: string, more = '') =>
  visit(`/api/oidc/userinfo${more}`, { headers: { authorization: `Bearer ${bearer}` } })

describe('ordinary requests', () => {
  it('are introspected as the library does it', async () => {
    const short = await introspect({ token })
    const whole = await introspect({ token, token_type_hint: 'access_token' })
    expect(short.headers).not.toHaveProperty(libraryMark)
    expect(whole.headers).toHaveProperty(libraryMark)
    expect(short.json().active).toBe(true)
    expect(comparable(short)).toEqual(comparable(whole))
  })

  it.each(['openid', 'openid email', 'openid profile email'])(
    'show the claims of %s as the library does it',
    async (scope) => {
      const bearer = await obtainToken(scope)
      const short = await userinfo(bearer)
      const whole = await userinfo(bearer, '?ui_locales=en')
      expect(short.headers).not.toHaveProperty(libraryMark)
      expect(whole.headers).toHaveProperty(libraryMark)
      expect(short.json().sub).toBe(user.id)
      expect(comparable(short)).toEqual(comparable(whole))
    },
  )
})

describe('the roles of a person', () => {
  const told = async (short = '') => (await userinfo(token, short)).json()

  it('are told to applications at once, by the short way and the library alike', async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const make = async (name: string) =>
      String((await test.call(createOauthRole, { as, body: { name } })).body.id)
    const ids = [await make('writer'), await make('reader')]
    const give = (oauthRoleIds: readonly string[]) =>
      test.call(replaceUserOauthRoles, { as, params: { userid: user.id }, body: { oauthRoleIds } })
    expect(await told()).not.toHaveProperty('roles')
    await give(ids.slice(0, 1))
    expect(await told()).toMatchObject({ roles: ['writer'], role: 'writer' })
    await give(ids)
    expect(await told()).toMatchObject({ roles: ['reader', 'writer'], role: ['reader', 'writer'] })
    expect(await told()).toEqual(await told('?ui_locales=en'))
    await give([])
    expect(await told()).not.toHaveProperty('role')
  })
})

describe('the groups of a person', () => {
  const put = async (body: object) => {
    const { token: as } = await buildAdmin(test.ctx)
    const answer = await test.call(updateGroupAttribute, { as, body })
    expect(answer.status, answer.text).toBe(200)
  }

  it('are told to who asks for them, as the tenant names them, by both ways alike', async () => {
    const groups = [
      await buildGroup(test.ctx, { members: [user.id] }),
      await buildGroup(test.ctx, { members: [user.id] }),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    await test.ctx.db
      .updateTable('groups')
      .set({ external_id: 'cn=first' })
      .where('id', '=', groups[0]?.id ?? '')
      .execute()
    await setScopes(['openid', 'profile', 'groups'])
    const bearer = await obtainToken('openid groups')
    const told = async () => {
      const short = await userinfo(bearer)
      const whole = await userinfo(bearer, '?ui_locales=en')
      expect(short.headers).not.toHaveProperty(libraryMark)
      expect(whole.headers).toHaveProperty(libraryMark)
      expect(comparable(short)).toEqual(comparable(whole))
      const { sub, ...claims } = short.json()
      expect(sub).toBe(user.id)
      return claims
    }
    expect(await told()).toEqual({ groups: groups.map(({ name }) => name) })
    await put({ attribute: 'ID' })
    expect(await told()).toEqual({ groups: groups.map(({ id }) => id) })
    await put({ attribute: 'EXTERNAL_ID' })
    expect(await told()).toEqual({ groups: ['cn=first'] })
    await put({ mostGroups: 2, attribute: 'NAME' })
    expect(await told()).toEqual({ groups: groups.map(({ name }) => name) })
    await put({ mostGroups: 1 })
    expect(await told()).toEqual({ hasgroups: true })
    expect((await userinfo(await obtainToken('openid profile'))).json()).not.toHaveProperty(
      'hasgroups',
    )
  })

  it('are nobody’s without a group, and not for an application without the scope', async () => {
    await setScopes(['openid', 'groups'])
    user = await buildUser(test.ctx)
    expect((await userinfo(await obtainToken('openid groups'))).json()).toEqual({
      sub: user.id,
      groups: [],
    })
    await setScopes(['openid'])
    expect(await obtainToken('openid groups')).toBeUndefined()
  })
})

describe('what is not ordinary', () => {
  it('is left to the library: a wrong secret, another client, a stranger', async () => {
    const wrong = await introspect({ token }, { ...client, secret: 'nonsense' })
    expect(wrong.statusCode).toBe(401)
    const other = await introspect({ token }, await register())
    expect(other.json()).toEqual({ active: false })
    const unknown = await introspect({ token: randomBytes(32).toString('base64url') })
    expect(unknown.json()).toEqual({ active: false })
  })

  it('is left to the library: a token without openid, a short one, one in a query', async () => {
    expect((await userinfo(randomBytes(32).toString('base64url'))).statusCode).toBe(401)
    expect((await userinfo(token.slice(0, -1))).statusCode).toBe(401)
    const asked = await visit(`/api/oidc/userinfo?access_token=${token}`)
    expect(asked.statusCode).toBe(400)
  })

  it('is refused once the session has ended everywhere', async () => {
    const bearer = await obtainToken('openid')
    await test.ctx.db
      .updateTable('sessions')
      .set({ revoked_at: test.clock.now(), revoked_everywhere: true })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    expect((await introspect({ token: bearer })).json()).toEqual({ active: false })
    expect((await userinfo(bearer)).statusCode).toBe(401)
  })
})

it('reads a form that comes in two pieces', async () => {
  const bearer = await obtainToken('openid')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const address = test.app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const body = `token=${bearer}`
  const headers = {
    ...basic(client),
    host: new URL(test.tenant.publicUrl).host,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
  }
  const options = { host: '127.0.0.1', port, path: '/api/oidc/introspection', method: 'POST' }
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request({ ...options, headers }, (answer) => {
      const chunks: string[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
      answer.on('end', () => resolve(chunks.join('')))
    })
    asked.on('error', reject)
    asked.write(body.slice(0, 10))
    setTimeout(() => asked.end(body.slice(10)), 50)
  })
  expect(JSON.parse(text)).toMatchObject({ active: true, sub: user.id })
})
