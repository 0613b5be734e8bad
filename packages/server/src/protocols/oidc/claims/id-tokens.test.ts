import { createHash } from 'node:crypto'
import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createOidcClaim } from '@signet/contract/applications/oidc-claims'
import { tokenAlgorithms } from '@signet/rules/applications'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import {
  type Party,
  postForm,
  registerParty,
  tokensOf,
  userinfoOf,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const scopes = ['openid', 'profile', 'email', 'phone', 'address', 'groups']

let test: TestApp
let as: string
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx, { email: 'ada@example.test' })
  party = await registerParty(test, { scopes })
})
afterAll(() => test.close())

type Body = Readonly<Record<string, unknown>>

/** By the library: an ordinary form with another field, which means nothing. */
const whole = { other: 'field' }

const tokens = async (of = party, form: Readonly<Record<string, string>> = {}) => {
  const change = { scope: 'openid profile email phone groups', nonce: 'n' }
  const { status, body } = await tokensOf(test, { user, party: of, change, form })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idTokenOf = ({ id_token: token }: Body) => decodeJwt(String(token))

const refreshed = async ({ refresh_token: token }: Body, more = {}) => {
  const form = { grant_type: 'refresh_token', refresh_token: String(token), ...more }
  return (await postForm(test, '/token', { party, form })).body
}

const halfOf = (hash: string, token: unknown): string => {
  const digest = createHash(hash).update(String(token)).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

describe('an ID token', () => {
  it.each([
    ['answered without the library', {}],
    ['answered by the library', whole],
  ])('tells when, how and in which session somebody signed in: %s', async (_how, form) => {
    const first = await tokens(party, form)
    const { sid } = idTokenOf(first)
    expect(sid).toEqual(expect.any(String))
    for (const body of [first, await refreshed(first, form)]) {
      expect(idTokenOf(body)).toMatchObject({
        sub: user.id,
        acr: 'aal2',
        amr: ['pwd', 'otp', 'mfa'],
        auth_time: expect.any(Number),
        sid,
        nonce: 'n',
        at_hash: halfOf('sha256', body.access_token),
      })
      expect(idTokenOf(body)).not.toHaveProperty('email')
    }
  })

  it('has the claims of the scopes that were granted where the application wants them there', async () => {
    const full = await registerParty(test, { scopes, claimsInIdTokens: true })
    const body = await tokens(full)
    const info = await userinfoOf(test, body.access_token)
    expect(info).toMatchObject({ email: 'ada@example.test', given_name: 'Test', groups: [] })
    expect(idTokenOf(body)).toMatchObject({ ...info, acr: 'aal2', at_hash: expect.any(String) })
    const { body: narrow } = await tokensOf(test, {
      user,
      party: full,
      change: { scope: 'openid email' },
    })
    expect(idTokenOf(narrow)).toMatchObject({ email: 'ada@example.test', email_verified: false })
    expect(idTokenOf(narrow)).not.toHaveProperty('given_name')
  })
})

describe('the algorithm of ID tokens', () => {
  const keysOf = async () => {
    const { host } = new URL(test.tenant.publicUrl)
    const answer = await test.app.inject({ url: '/api/oidc/jwks', headers: { host } })
    return createLocalJWKSet(answer.json())
  }

  it('brings the tenant one key, of several applications at once', async () => {
    await Promise.all(
      [1, 2, 3].map(() => registerParty(test, { idTokenSigningAlgorithm: 'PS512' })),
    )
    const rows = await test.ctx.db
      .selectFrom('signing_keys')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('algorithm', '=', 'PS512')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it.each(tokenAlgorithms)(
    '%s signs for the application that was made a moment ago',
    async (alg) => {
      const own = await registerParty(test, { scopes, idTokenSigningAlgorithm: alg })
      for (const form of [{}, whole]) {
        const { id_token: token, access_token: access } = await tokens(own, form)
        const { payload } = await jwtVerify(String(token), await keysOf(), { algorithms: [alg] })
        const hash = alg === 'EdDSA' ? 'sha512' : `sha${alg.slice(2)}`
        expect(payload).toMatchObject({ aud: own.id, at_hash: halfOf(hash, access) })
      }
    },
  )

  it('changes with the application', async () => {
    const own = await registerParty(test, {
      name: 'Changed',
      scopes,
      idTokenSigningAlgorithm: 'ES256',
    })
    const params = { id: own.rowId }
    const wanted = {
      name: 'Changed',
      applicationType: 'OIDC_WEB',
      idTokenSigningAlgorithm: 'PS384',
    }
    expect((await test.call(updateOidcApplication, { as, params, body: wanted })).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(decodeProtectedHeader(String((await tokens(own)).id_token)).alg).toBe('PS384')
  })

  it('is RS256 unless something else is chosen for applications on a server', async () => {
    expect(decodeProtectedHeader(String((await tokens()).id_token)).alg).toBe('RS256')
    const { host } = new URL(test.tenant.publicUrl)
    const url = '/api/oidc/.well-known/openid-configuration'
    const metadata = (await test.app.inject({ url, headers: { host } })).json()
    expect(metadata.id_token_signing_alg_values_supported).toEqual(tokenAlgorithms)
  })
})

describe('a standard claim', () => {
  const add = (body: object) => test.call(createOidcClaim, { as, body })

  it('may come from another attribute, and is not told as proven then', async () => {
    const mapped = { source: 'USER_ATTRIBUTE', value: 'userid' }
    for (const [name, scope] of [
      ['email', 'email'],
      ['preferred_username', 'profile'],
      ['nickname', 'openid'],
    ]) {
      expect((await add({ ...mapped, name, scope })).status).toBe(201)
    }
    const home = { name: 'address', scope: 'address', source: 'CONSTANT', value: 'Street 1' }
    expect((await add(home)).status).toBe(201)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const change = { scope: 'openid email profile address' }
    for (const form of [{}, whole]) {
      const { body } = await tokensOf(test, { user, party, change, form })
      const query = Object.keys(form).length === 0 ? '' : '?ui_locales=en'
      const answer = await test.app.inject({
        url: `/api/oidc/userinfo${query}`,
        headers: {
          host: new URL(test.tenant.publicUrl).host,
          authorization: `Bearer ${String(body.access_token)}`,
        },
      })
      expect(answer.json()).toMatchObject({
        email: user.userId,
        email_verified: false,
        preferred_username: user.userId,
        address: { formatted: 'Street 1' },
      })
      expect(idTokenOf(body)).toMatchObject({ nickname: user.userId })
    }
  })

  it.each([
    ['scope', { name: 'given_name', scope: 'email', source: 'USER_ATTRIBUTE', value: 'userid' }],
    [
      'source',
      {
        name: 'email_verified',
        scope: 'email',
        source: 'CONSTANT',
        value: 'true',
        format: 'BOOLEAN',
      },
    ],
    ['format', { name: 'updated_at', scope: 'profile', source: 'CONSTANT', value: '1' }],
    ['name', { name: 'sub', scope: 'openid', source: 'CONSTANT', value: '1' }],
  ])(
    'is refused with %s as the field where applications would read it wrong',
    async (field, body) => {
      const { status, body: told } = await add(body)
      expect([status, told.fields]).toEqual([
        400,
        [{ path: `body.${field}`, message: expect.any(String) }],
      ])
    },
  )
})
