import { createOauthRole, replaceUserOauthRoles } from '@signet/contract/applications/oauth-roles'
import {
  createResourceApi,
  createResourceScope,
  grantClientCredentials,
  readClientCredentials,
  revokeApiTokens,
  revokeClientCredentials,
  updateClientCredentials,
  updateResourceApi,
} from '@signet/contract/applications/resource-apis'
import {
  listUserApiScopes,
  listUserOauthTokens,
  revokeApplicationTokens,
  revokeUserOauthToken,
  revokeUserOauthTokens,
} from '@signet/contract/applications/user-oauth-tokens'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { type Party, postForm, registerParty, tokensOf } from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const identifier = 'https://orders.example.test/'

let test: TestApp
let as: string
let people: Party
let server: Party
let api: string
let role: string
const scopes = new Map<string, string>()
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  people = await registerParty(test)
  server = await registerParty(test, { applicationType: 'OIDC_SERVER', redirectUris: [] })
  const body = { name: 'Orders', identifier, applicationIds: [people.rowId] }
  api = String((await test.call(createResourceApi, { as, body })).body.id)
  role = String((await test.call(createOauthRole, { as, body: { name: 'clerk' } })).body.id)
  for (const [name, oauthRoleIds] of [
    ['orders:read', []],
    ['orders:write', [role]],
  ] as const) {
    const made = await test.call(createResourceScope, {
      as,
      body: { apiId: api, name, oauthRoleIds },
    })
    scopes.set(name, String(made.body.id))
  }
  // Clients are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050))
})
afterAll(() => test.close())

let user: BuiltUser
beforeEach(async () => {
  user = await buildUser(test.ctx)
})

const asked = { scope: 'openid orders:read orders:write', resource: identifier }
const forApi = (change: object = {}) =>
  tokensOf(test, { user, party: people, change: asked, form: { resource: identifier }, ...change })

const refresh = (token: unknown) =>
  postForm(test, '/token', {
    party: people,
    form: { grant_type: 'refresh_token', refresh_token: String(token), resource: identifier },
  })

describe('an access token for an API', () => {
  it('is a JWT for that API alone, with the scopes that the person may have', async () => {
    const { status, body } = await forApi()
    expect([status, body.scope]).toEqual([200, 'orders:read'])
    const claims = decodeJwt(String(body.access_token))
    expect(claims).toMatchObject({ aud: identifier, sub: user.id, scope: 'orders:read' })
  })

  it('has the scopes and the name of a role for who has it, until it is taken', async () => {
    const give = (oauthRoleIds: string[]) =>
      test.call(replaceUserOauthRoles, { as, params: { userid: user.id }, body: { oauthRoleIds } })
    await give([role])
    const { body } = await forApi()
    const claims = decodeJwt(String(body.access_token))
    expect(claims).toMatchObject({ scope: 'orders:read orders:write', roles: ['clerk'] })
    await give([])
    const again = await refresh(body.refresh_token)
    expect(decodeJwt(String(again.body.access_token)).scope).toBe('orders:read')
  })

  it('is refused to an application that the API does not name', async () => {
    const stranger = await registerParty(test)
    const { status } = await forApi({ party: stranger })
    expect(status).toBe(400)
  })

  it('is refused for an API that is turned off', async () => {
    const { body } = await forApi()
    const change = { name: 'Orders', identifier, applicationIds: [people.rowId] }
    const params = { id: api }
    await test.call(updateResourceApi, { as, params, body: { ...change, enabled: false } })
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_target')
    await test.call(updateResourceApi, { as, params, body: change })
  })
})

describe('an application in its own name', () => {
  const token = (scope: string) =>
    postForm(test, '/token', {
      party: server,
      form: { grant_type: 'client_credentials', resource: identifier, scope },
    })

  it('gets the scopes it was granted, and none before or after', async () => {
    expect((await token('orders:read')).body.error).toBe('invalid_target')
    const params = { id: api }
    const read = scopes.get('orders:read') ?? ''
    const body = { applicationId: server.rowId, scopeIds: [read] }
    const granted = await test.call(grantClientCredentials, { as, params, body })
    expect(granted.body).toMatchObject({ applicationId: server.rowId, scopeIds: [read] })
    const got = await token('orders:read orders:write')
    expect(decodeJwt(String(got.body.access_token))).toMatchObject({
      aud: identifier,
      client_id: server.id,
      scope: 'orders:read',
    })
    const ofApp = { id: api, appid: server.rowId }
    const change = { scopeIds: [] }
    await test.call(updateClientCredentials, { as, params: ofApp, body: change })
    expect((await token('orders:read')).body.scope).toBeUndefined()
    expect((await test.call(readClientCredentials, { as, params: ofApp })).status).toBe(200)
    await test.call(revokeClientCredentials, { as, params: ofApp })
    expect((await token('orders:read')).body.error).toBe('invalid_target')
    expect((await test.call(readClientCredentials, { as, params: ofApp })).status).toBe(404)
  })

  it('is granted no scope of another API', async () => {
    const other = { name: 'Other', identifier: 'urn:other' }
    const made = await test.call(createResourceApi, { as, body: other })
    const answer = await test.call(grantClientCredentials, {
      as,
      params: { id: String(made.body.id) },
      body: { applicationId: server.rowId, scopeIds: [...scopes.values()] },
    })
    expect(answer.status).toBe(404)
  })
})

describe('what people have granted', () => {
  it('is listed, and ended one by one, all, by application and by API', {
    meta: { covers: ['admin.oauth-token-revoke'] },
  }, async () => {
    const params = { userid: user.id }
    const list = async () => JSON.parse((await test.call(listUserOauthTokens, { as, params })).text)
    const ended = async (end: () => Promise<unknown>) => {
      const { body } = await forApi()
      const listed = await list()
      expect(listed.map(({ resources }: { resources: unknown }) => resources)).toEqual([
        [{ identifier, scopes: ['orders:read'] }],
      ])
      expect(listed[0]).toMatchObject({ applicationId: people.rowId, outlivesSession: false })
      await end()
      expect(await list()).toEqual([])
      expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
    }
    await ended(async () => {
      const [{ id }] = await list()
      const one = { ...params, oauthusertokenid: id }
      expect((await test.call(revokeUserOauthToken, { as, params: one })).status).toBe(204)
      expect((await test.call(revokeUserOauthToken, { as, params: one })).status).toBe(404)
    })
    await ended(() => test.call(revokeUserOauthTokens, { as, params }))
    await ended(() => test.call(revokeApplicationTokens, { as, params: { id: people.rowId } }))
    await ended(() => test.call(revokeApiTokens, { as, params: { id: api } }))
  })

  it('may be what their roles allow', async () => {
    const params = { userid: user.id }
    const read = async () => (await test.call(listUserApiScopes, { as, params })).text
    expect(await read()).toContain('orders:read')
    expect(await read()).not.toContain('orders:write')
    const body = { oauthRoleIds: [role] }
    await test.call(replaceUserOauthRoles, { as, params, body })
    expect(await read()).toContain('orders:write')
  })
})

describe('an API', () => {
  it.each(['https://a.example.test/#x', 'no uri', '//a.example.test'])(
    'is not known as %s',
    async (wrong) => {
      const body = { name: 'Wrong', identifier: wrong }
      expect((await test.call(createResourceApi, { as, body })).status).toBe(400)
    },
  )

  it('is not the product itself, nor another API, nor takes a scope of the product', async () => {
    const own = { name: 'Own', identifier: `${test.tenant.publicUrl}/api` }
    expect((await test.call(createResourceApi, { as, body: own })).status).toBe(400)
    const twin = await test.call(createResourceApi, { as, body: { name: 'Twin', identifier } })
    expect(twin.body.errorCode).toBe('api_exists')
    const scope = { apiId: api, name: 'openid' }
    expect((await test.call(createResourceScope, { as, body: scope })).status).toBe(400)
    const again = { apiId: api, name: 'orders:read' }
    const taken = await test.call(createResourceScope, { as, body: again })
    expect(taken.body.errorCode).toBe('scope_exists')
  })
})
