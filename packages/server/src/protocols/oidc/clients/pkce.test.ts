import {
  createOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  returnOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guard: `checkPkce` in protection.ts, `pkce` of the configuration. */

let test: TestApp
let as: string
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx)
  party = await registerParty(test, { name: 'Without PKCE', pkceOptional: true })
})
afterAll(() => test.close())

const without = { code_challenge: '', code_challenge_method: '' }

const ask = async (of: Party, change: Readonly<Record<string, string>>) =>
  returnOf(await browserOf(test, user), of, { state: 's', ...change })

const redeem = (code: string | null, more = {}) =>
  postForm(test, '/token', {
    party,
    form: { grant_type: 'authorization_code', code: code ?? '', redirect_uri: callback, ...more },
  })

describe('a request without PKCE', () => {
  it('is refused unless the application may leave it out', async () => {
    const usual = await registerParty(test)
    const { searchParams } = await ask(usual, without)
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
      'invalid_request',
      expect.stringContaining('PKCE'),
    ])
    const { status, body } = await redeem((await ask(party, without)).searchParams.get('code'))
    expect([status, body.id_token]).toEqual([200, expect.any(String)])
  })

  it('gives a code that no verifier redeems, and one with PKCE none without its own', async () => {
    const plain = (await ask(party, without)).searchParams.get('code')
    expect((await redeem(plain, { code_verifier: verifier })).body.error).toBe('invalid_grant')
    const bound = (await ask(party, {})).searchParams.get('code')
    expect((await redeem(bound)).body.error).toBe('invalid_grant')
  })

  it.each([
    ['a single-page application', { applicationType: 'OIDC_SPA' }],
    ['a native application', { applicationType: 'OIDC_NATIVE' }],
    ['a device', { applicationType: 'OIDC_DEVICE' }],
    ['a web application without a secret', { tokenEndpointAuthMethod: 'none' }],
    [
      'the FAPI profile',
      { fapi: true, tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [] } },
    ],
  ])('is never taken of %s', async (_what, kind) => {
    const web = { applicationType: 'OIDC_WEB', redirectUris: [callback] }
    const body = { name: `Never ${JSON.stringify(kind)}`.slice(0, 90), ...web, ...kind }
    const refused = await test.call(createOidcApplication, {
      as,
      body: { ...body, pkceOptional: true },
    })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ path: 'body.pkceOptional', message: expect.any(String) }],
    ])
    const name = `Turned ${body.name}`.slice(0, 90)
    const rowId = (await registerParty(test, { name, pkceOptional: true })).rowId
    const changed = await test.call(updateOidcApplication, {
      as,
      params: { id: rowId },
      body: { ...body, name },
    })
    expect(changed.body.fields).toEqual([
      { path: 'body.pkceOptional', message: expect.any(String) },
    ])
  })

  it('is named in the audit log as a lowered protection', async () => {
    const params = { id: party.rowId }
    const body = { name: 'Without PKCE', applicationType: 'OIDC_WEB', pkceOptional: false }
    expect((await test.call(updateOidcApplication, { as, params, body })).status).toBe(200)
    const events = (await chainedExport(test)).filter((line) => line.includes('Without PKCE'))
    const created = events.find((line) => line.includes('APPLICATION_CREATED')) ?? ''
    const updated = events.find((line) => line.includes('APPLICATION_UPDATED')) ?? ''
    expect(created).toMatch(/lowered[^\]]*pkceOptional/)
    expect(updated).not.toContain('lowered')
  })
})
