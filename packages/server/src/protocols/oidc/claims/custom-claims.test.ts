import { createOauthRole } from '@signet/contract/applications/oauth-roles'
import {
  createOidcClaim,
  deleteOidcClaim,
  listOidcClaims,
  updateOidcClaim,
} from '@signet/contract/applications/oidc-claims'
import { createResourceApi, createResourceScope } from '@signet/contract/applications/resource-apis'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { type Party, registerParty, tokensOf, userinfoOf } from '../../../../testing/oidc/party.ts'
import { metadataOf } from '../../../../testing/oidc/plan.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx, { email: 'anna@example.test' })
  party = await registerParty(test, { name: 'Wiki' })
})
afterAll(() => test.close())

const add = (body: object) => test.call(createOidcClaim, { as, body })

/** Claims are cached for a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1050))

describe('a claim that a tenant adds', () => {
  it('is told with its scope, in its format, from where it was said', async () => {
    const profile = { scope: 'profile' }
    await add({ ...profile, name: 'mail_nickname', source: 'USER_ATTRIBUTE', value: 'userid' })
    await add({
      ...profile,
      name: 'cost_center',
      source: 'CONSTANT',
      value: '42',
      format: 'NUMBER',
    })
    await add({ ...profile, name: 'teams', source: 'CONSTANT', value: 'a, b', format: 'LIST' })
    await add({ ...profile, name: 'tid', source: 'OWN', value: 'tid' })
    await add({ ...profile, name: 'mfa', source: 'OWN', value: 'mfa' })
    await add({ scope: 'email', name: 'mailbox', source: 'USER_ATTRIBUTE', value: 'email' })
    await aSecond()
    const { body } = await tokensOf(test, { user, party })
    const told = await userinfoOf(test, body.access_token)
    expect(told).toMatchObject({
      mail_nickname: user.userId,
      cost_center: 42,
      teams: ['a', 'b'],
      tid: test.tenant.id,
      mfa: true,
    })
    expect(told).not.toHaveProperty('mailbox')
  })

  it('stands in the ID token where its scope is openid', async () => {
    await add({ scope: 'openid', name: 'app', source: 'OWN', value: 'app' })
    await aSecond()
    const { body } = await tokensOf(test, { user, party })
    expect(decodeJwt(String(body.id_token))).toMatchObject({ app: 'Wiki' })
    const refreshed = await tokensOf(test, { user, party })
    expect(decodeJwt(String(refreshed.body.id_token))).not.toHaveProperty('tid')
  })

  it('is changed and removed, and told no longer', async () => {
    const { body } = await add({ scope: 'profile', name: 'floor', source: 'CONSTANT', value: '3' })
    const params = { id: String(body.id) }
    const wanted = { scope: 'profile', name: 'floor', source: 'CONSTANT', value: '4' }
    const headers = { 'if-match': '"1"' }
    await test.call(updateOidcClaim, { as, params, body: wanted, headers })
    const late = await test.call(updateOidcClaim, { as, params, body: wanted, headers })
    expect(late.status).toBe(412)
    await aSecond()
    const read = async () => {
      const { body: tokens } = await tokensOf(test, { user, party })
      return userinfoOf(test, tokens.access_token)
    }
    expect((await read()).floor).toBe('4')
    await test.call(deleteOidcClaim, { as, params })
    await aSecond()
    expect(await read()).not.toHaveProperty('floor')
    expect((await test.call(listOidcClaims, { as })).text).not.toContain('floor')
  })

  it.each([
    { name: 'sub', source: 'CONSTANT', value: 'someone-else' },
    { name: 'email_verified', source: 'CONSTANT', value: 'true' },
    { name: 'roles', source: 'CONSTANT', value: 'admin' },
    { name: 'mine', source: 'OWN', value: 'password' },
    { name: 'mine', source: 'USER_ATTRIBUTE', value: 'no-such-attribute' },
    { name: 'a b', source: 'CONSTANT', value: 'x' },
  ])('is refused as $name from $source $value', async (wanted) => {
    const { status, body } = await add({ scope: 'profile', ...wanted })
    expect([status, body.errorCode]).toEqual([400, 'invalid_parameters'])
  })

  it('has a name of its own', async () => {
    const wanted = { scope: 'profile', name: 'once', source: 'CONSTANT', value: 'x' }
    await add(wanted)
    expect((await add(wanted)).body.errorCode).toBe('claim_exists')
  })
})

describe('an own claim', () => {
  it('is told to an application that asks for it by name', async () => {
    const claims = JSON.stringify({ userinfo: { cid: null, amr: null }, id_token: { acr: null } })
    const { body } = await tokensOf(test, { user, party, change: { claims } })
    const told = await userinfoOf(test, body.access_token)
    expect(told).toMatchObject({ cid: party.id, amr: ['pwd', 'otp', 'mfa'] })
    expect(decodeJwt(String(body.id_token)).acr).toBe('aal2')
    expect(told).not.toHaveProperty('upn')
  })

  it('stands in the metadata, each of the fifteen', async () => {
    const ownClaims = 'acr amr app authenticators cid entitlements groups mfa org_id permissions'
      .concat(' role roles tid transaction_details upn')
      .split(' ')
    const plan = { test, user, party, issuer: '' }
    const { claims_supported: supported } = await metadataOf(plan)
    expect(supported).toEqual(expect.arrayContaining(ownClaims))
  })

  it('tells what a role of the person opens at APIs, and nothing of other people’s', async () => {
    const role = await test.call(createOauthRole, { as, body: { name: 'Buyer' } })
    const oauthRoleIds = [String(role.body.id)]
    for (const identifier of ['https://a.example.test/', 'https://b.example.test/']) {
      const api = { name: identifier, identifier }
      const apiId = String((await test.call(createResourceApi, { as, body: api })).body.id)
      await test.call(createResourceScope, { as, body: { apiId, name: 'buy', oauthRoleIds } })
      await test.call(createResourceScope, { as, body: { apiId, name: 'look' } })
    }
    const told = async (of: BuiltUser) => {
      const claims = JSON.stringify({ userinfo: { entitlements: null, permissions: null } })
      const { body } = await tokensOf(test, { user: of, party, change: { claims } })
      const { entitlements, permissions } = await userinfoOf(test, body.access_token)
      return { entitlements, permissions }
    }
    await test.ctx.db
      .insertInto('user_oauth_roles')
      .values({ tenant_id: test.tenant.id, user_id: user.id, oauth_role_id: oauthRoleIds[0] ?? '' })
      .execute()
    expect(await told(user)).toEqual({
      entitlements: ['https://a.example.test/#buy', 'https://b.example.test/#buy'],
      permissions: ['buy'],
    })
    expect(await told(await buildUser(test.ctx))).toEqual({ entitlements: [], permissions: [] })
  })
})
