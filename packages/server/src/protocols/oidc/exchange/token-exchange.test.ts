import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createResourceApi, createResourceScope } from '@signet/contract/applications/resource-apis'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { newProofKey, proofOf } from '../../../../testing/oidc/fapi2-party.ts'
import { type Party, postForm, registerParty, tokensOf } from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
const orders = 'https://orders.example.test/'
const stock = 'https://stock.example.test/'

let test: TestApp
let as: string
/** Signs people in, and calls orders. */
let shop: Party
/** Serves orders, and calls stock for whoever orders. */
let service: Party
/** May call stock too, and serves nothing. */
let other: Party
/** As `service`, but asks people. */
let asking: Party

const addApi = async (identifier: string, parties: readonly Party[], scopes: readonly string[]) => {
  const body = {
    name: identifier,
    identifier,
    accessTokenTtlSeconds: 600,
    applicationIds: parties.map(({ rowId }) => rowId),
  }
  const apiId = String((await test.call(createResourceApi, { as, body })).body.id)
  for (const name of scopes) {
    await test.call(createResourceScope, { as, body: { apiId, name } })
  }
}

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  const exchanging = {
    grantTypes: ['authorization_code', 'refresh_token', 'token_exchange'],
    exchangeAudiences: [orders],
  }
  shop = await registerParty(test)
  await addApi(orders, [shop], ['orders:read', 'stock:read'])
  service = await registerParty(test, exchanging)
  other = await registerParty(test, { ...exchanging, exchangeAudiences: [] })
  asking = await registerParty(test, { ...exchanging, requireConsent: true })
  await addApi(stock, [service, other, asking], ['stock:read', 'stock:write'])
  // Clients are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050))
})
afterAll(() => test.close())

let user: BuiltUser
let subject: string
beforeEach(async () => {
  user = await buildUser(test.ctx)
  const change = { scope: 'openid orders:read stock:read', resource: orders }
  const { body } = await tokensOf(test, { user, party: shop, change, form: { resource: orders } })
  subject = String(body.access_token)
})

const exchange = (change: Readonly<Record<string, string>> = {}, party = service, proof?: string) =>
  postForm(test, '/token', {
    party,
    form: Object.fromEntries(
      Object.entries({
        grant_type: grantType,
        subject_token: subject,
        subject_token_type: accessToken,
        resource: stock,
        ...change,
      }).filter(([, value]) => value !== ''),
    ),
    ...(proof === undefined
      ? {}
      : {
          headers: {
            dpop: proof,
            authorization: `Basic ${Buffer.from(`${party.id}:${party.secret}`).toString('base64')}`,
          },
        }),
  })

describe('a token that is exchanged', () => {
  it('is for the API that was named, the same person and whoever acts for them', async () => {
    const { status, body } = await exchange()
    expect([status, body.issued_token_type, body.token_type, body.scope]).toEqual([
      200,
      accessToken,
      'Bearer',
      'stock:read',
    ])
    expect(body).not.toHaveProperty('refresh_token')
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aud: stock,
      sub: user.id,
      client_id: service.id,
      scope: 'stock:read',
      act: { sub: service.id },
    })
  })

  it('lives no longer than the API says, nor than the token it was made of', {
    meta: { covers: ['S53'] },
  }, async () => {
    const fresh = decodeJwt(String((await exchange()).body.access_token))
    expect(Number(fresh.exp) - Number(fresh.iat)).toBe(600)
    const { exp = 0 } = decodeJwt(subject)
    const left = exp - Math.floor(test.clock.now().getTime() / 1000)
    test.clock.advance((left - 100) * 1000)
    expect((await exchange()).body.expires_in).toBeLessThanOrEqual(100)
    test.clock.advance(101_000)
    expect((await exchange()).body.error).toBe('invalid_grant')
    test.clock.advance(-(left + 1) * 1000)
  })

  it('has no scope that the person may not have there, and one at least', {
    meta: { covers: ['S53'] },
  }, async () => {
    const both = { scope: 'orders:read stock:read' }
    expect((await exchange(both)).body.scope).toBe('stock:read')
    expect((await exchange({ scope: 'orders:read' })).body.error).toBe('invalid_scope')
  })

  it('has no scope that the token it was made of does not hold', {
    meta: { covers: ['S53'] },
  }, async () => {
    for (const scope of ['stock:write', 'stock:read stock:write', 'stock:read admin']) {
      const { status, body } = await exchange({ scope })
      expect([status, body.error]).toEqual([400, 'invalid_scope'])
    }
    const change = { scope: 'openid stock:read stock:write', resource: stock }
    const form = { resource: stock }
    const more = await tokensOf(test, { user, party: service, change, form })
    const held = { subject_token: String(more.body.access_token) }
    expect((await exchange(held)).body.scope).toBe('stock:read stock:write')
    expect((await exchange({ ...held, scope: 'stock:write' })).body.scope).toBe('stock:write')
  })

  it('may be made of one’s own for an API, by the application that it was issued to', async () => {
    const change = { scope: 'openid stock:read', resource: stock }
    const form = { resource: stock }
    const own = await tokensOf(test, { user, party: service, change, form })
    const held = { subject_token: String(own.body.access_token) }
    expect((await exchange(held)).status).toBe(200)
    expect((await exchange(held, other)).body.error).toBe('invalid_grant')
  })

  it('is made of none that is for no API', { meta: { covers: ['S53'] } }, async () => {
    const own = await tokensOf(test, { user, party: service })
    const held = { subject_token: String(own.body.access_token) }
    expect((await exchange(held)).body.error).toBe('invalid_grant')
  })

  it('is bound to the key of the application that proves one', {
    meta: { covers: ['S53'] },
  }, async () => {
    const key = await newProofKey()
    const plan = { issuer: `${test.tenant.publicUrl}/api/oidc` }
    const proof = await proofOf(plan, key, { path: '/token' })
    const { body } = await exchange({}, service, proof)
    expect(body.token_type).toBe('DPoP')
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      cnf: { jkt: expect.any(String) },
    })
    expect((await exchange({}, service, proof)).body.error).toBe('invalid_grant')
    const change = { subject_token: String(body.access_token) }
    expect((await exchange(change)).body.error).toBe('invalid_grant')
  })

  it('stands in the audit log of the person and the application', async () => {
    await exchange()
    const row = await test.ctx.db
      .selectFrom('audit_events')
      .select(['actor_id', 'entity_id'])
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'APPLICATION_TOKEN_EXCHANGED')
      .where('actor_id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ actor_id: user.id, entity_id: service.id })
  })
})

describe('an exchange is refused', () => {
  it.each([
    ['without a target', { resource: '' }, 'invalid_target'],
    ['for two targets', { audience: orders }, 'invalid_target'],
    ['for an API that does not name the application', { resource: orders }, 'invalid_target'],
    ['of a token that is none', { subject_token: 'x'.repeat(43) }, 'invalid_grant'],
    ['of a forged token', { subject_token: 'a.b.c' }, 'invalid_grant'],
    [
      'of a token of another type',
      { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      'invalid_request',
    ],
    ['for somebody else who acts', { actor_token: 'x' }, 'invalid_request'],
  ])('%s', async (_what, change, error) => {
    const { status, body } = await exchange(change)
    expect([status, body.error]).toEqual([400, error])
  })

  it('to an application that has not the grant, and to one that cannot prove itself', async () => {
    expect((await exchange({}, shop)).body.error).toBe('invalid_request')
    const open = { tokenEndpointAuthMethod: 'none', grantTypes: ['token_exchange'] }
    await expect(registerParty(test, open)).rejects.toThrow('token_exchange needs a client')
  })

  it('to an application that the token is not for', { meta: { covers: ['S53'] } }, async () => {
    expect((await exchange({}, other)).body.error).toBe('invalid_grant')
  })

  it('to an application that asks people, before they have agreed', async () => {
    expect((await exchange({}, asking)).body.error).toBe('invalid_scope')
  })

  it('once the person is locked', { meta: { covers: ['S53'] } }, async () => {
    await test.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await exchange()).body.error).toBe('invalid_grant')
  })

  it('once the application that brought the token is turned off', {
    meta: { covers: ['S53'] },
  }, async () => {
    const params = { id: shop.rowId }
    const body = { name: 'Shop', applicationType: 'OIDC_WEB' as const }
    await test.call(updateOidcApplication, { as, params, body: { ...body, enabled: false } })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect((await exchange()).body.error).toBe('invalid_grant')
    await test.call(updateOidcApplication, { as, params, body: { ...body, enabled: true } })
    await new Promise((resolve) => setTimeout(resolve, 1050))
  })
})
