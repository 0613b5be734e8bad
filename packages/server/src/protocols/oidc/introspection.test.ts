import {
  createOidcApplication,
  readOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import {
  createResourceApi,
  createResourceScope,
  grantClientCredentials,
  revokeApiTokens,
} from '@signet/contract/applications/resource-apis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { type Party, postForm, registerParty, tokensOf } from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/* Guards: `mayIntrospect` and `isLive` in introspection.ts, `servedApis` at save. */

const formats = ['jwt', 'opaque'] as const
type Format = (typeof formats)[number]
const identifiers = {
  jwt: 'https://orders.example.test/',
  opaque: 'https://stock.example.test/',
} as const

let test: TestApp
let as: string
const apis = new Map<Format, string>()
/** Signs people in and calls both APIs. */
let shop: Party
/** Calls them in its own name. */
let job: Party
/** Serves both APIs, and a third one. */
let service: Party
let stranger: Party

const addApi = async (format: Format): Promise<void> => {
  const identifier = identifiers[format]
  const body = { name: format, identifier, accessTokenFormat: format, applicationIds: [shop.rowId] }
  const apiId = String((await test.call(createResourceApi, { as, body })).body.id)
  const made = await test.call(createResourceScope, { as, body: { apiId, name: `${format}:read` } })
  const granted = { applicationId: job.rowId, scopeIds: [String(made.body.id)] }
  await test.call(grantClientCredentials, { as, params: { id: apiId }, body: granted })
  apis.set(format, apiId)
}

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  shop = await registerParty(test)
  job = await registerParty(test, { applicationType: 'OIDC_SERVER', redirectUris: [] })
  for (const format of formats) await addApi(format)
  const exchangeAudiences = [identifiers.jwt, apis.get('opaque')]
  service = await registerParty(test, { exchangeAudiences })
  stranger = await registerParty(test)
  // Clients are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050))
})
afterAll(() => test.close())

let user: BuiltUser
beforeEach(async () => {
  // Sessions end as tests move the clock.
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx)
})

const tokensFor = async (format: Format) => {
  const resource = identifiers[format]
  const change = { scope: `openid ${format}:read`, resource }
  return (await tokensOf(test, { user, party: shop, change, form: { resource } })).body
}

const ownToken = async (format: Format) => {
  const form = { grant_type: 'client_credentials', resource: identifiers[format] }
  return (await postForm(test, '/token', { party: job, form })).body.access_token
}

const introspect = async (token: unknown, party: Party) =>
  postForm(test, '/introspection', { party, form: { token: String(token) } })

describe.each(formats)('an access token for an API, as %s', (format) => {
  it('is introspected by the application that serves the API, and by its own', async () => {
    const { access_token: token } = await tokensFor(format)
    expect(String(token).split('.')).toHaveLength(format === 'jwt' ? 3 : 1)
    for (const party of [service, shop]) {
      const { status, body } = await introspect(token, party)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        active: true,
        sub: user.id,
        aud: identifiers[format],
        client_id: shop.id,
        iss: `${test.tenant.publicUrl}/api/oidc`,
        scope: `${format}:read`,
        token_type: 'Bearer',
        exp: expect.any(Number),
      })
    }
  })

  it('is introspected when it was issued to an application in its own name', async () => {
    const { body } = await introspect(await ownToken(format), service)
    expect(body).toMatchObject({ active: true, client_id: job.id, aud: identifiers[format] })
  })

  it('is not active for an application that serves another API or none', async () => {
    const { access_token: token } = await tokensFor(format)
    const other = await registerParty(test, {
      exchangeAudiences: [identifiers[format === 'jwt' ? 'opaque' : 'jwt']],
    })
    for (const party of [stranger, job, other]) {
      const { status, body } = await introspect(token, party)
      expect([status, body]).toEqual([200, { active: false }])
    }
  })

  it('is not active once it was revoked or its user is inactive', async () => {
    const { access_token: revoked } = await tokensFor(format)
    const params = { id: apis.get(format) ?? '' }
    expect((await test.call(revokeApiTokens, { as, params })).status).toBe(200)
    expect((await introspect(revoked, service)).body).toEqual({ active: false })
    const { access_token: token } = await tokensFor(format)
    expect((await introspect(token, service)).body.active).toBe(true)
    await test.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('id', '=', user.id)
      .execute()
    expect((await introspect(token, service)).body).toEqual({ active: false })
  })
})

describe('what is no access token of this issuer', () => {
  it('is not active: an ID token, a refresh token, a changed or a foreign JWT', async () => {
    const { id_token: idToken, refresh_token: refresh } = await tokensFor('opaque')
    const { access_token: jwt } = await tokensFor('jwt')
    const [head, payload, signature] = String(jwt).split('.')
    const changed = `${head}.${payload}.${String(signature).replace(/^./, 'A').replace(/.$/, 'A')}`
    for (const token of [idToken, refresh, changed, `${head}.${payload}.`, 'e30.e30.']) {
      const { status, body } = await introspect(token, service)
      expect([status, body], String(token)).toEqual([200, { active: false }])
    }
  })

  it('is told to no one without the right secret', async () => {
    const { access_token: jwt } = await tokensFor('jwt')
    const { status, body } = await introspect(jwt, { ...service, secret: 'x'.repeat(43) })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('the APIs that an application serves', () => {
  const web = {
    applicationType: 'OIDC_WEB',
    redirectUris: ['https://app.example.test/callback'],
  } as const

  it('are saved by identifier, whether they are named by identifier or by id', async () => {
    const params = { id: service.rowId }
    const { body } = await test.call(readOidcApplication, { as, params })
    expect(body.exchangeAudiences).toEqual([identifiers.jwt, identifiers.opaque])
  })

  it.each(['https://nowhere.example.test/', 'orders', '018f0000-0000-7000-8000-000000000042'])(
    'are refused where no such API is registered, made or changed: %s',
    async (audience) => {
      const body = { ...web, name: `Serves ${audience}`, exchangeAudiences: [audience] }
      const made = await test.call(createOidcApplication, { as, body })
      const params = { id: stranger.rowId }
      const changed = await test.call(updateOidcApplication, { as, params, body })
      for (const answer of [made, changed]) {
        expect([answer.status, answer.body.fields]).toEqual([
          400,
          [{ path: 'body.exchangeAudiences', message: expect.stringContaining(audience) }],
        ])
      }
    },
  )
})

// The last: the library has a clock of its own, which the tests do not move.
it.each(formats)('an access token that has expired is not active, as %s', async (format) => {
  const token = await ownToken(format)
  expect((await introspect(token, service)).body.active).toBe(true)
  test.clock.advance(3_601_000)
  expect((await introspect(token, service)).body).toEqual({ active: false })
  test.clock.advance(-3_601_000)
})
