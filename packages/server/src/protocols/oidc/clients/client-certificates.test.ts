import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCertificate,
  pemOf,
  type TestCertificate,
} from '../../../../testing/access/certificates.ts'
import { createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildUser } from '../../../../testing/builders.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  returnOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { metadataOf } from '../../../../testing/oidc/plan.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { networks } from '../../../platform/config/networks.ts'
import { alternativeNames } from './client-certificates.ts'

/*
 * Guards: `isAuthorized` (authority, time, kind), `hasName` (one name, no wildcard), the library's
 * look at `x5t#S256`, the choice of the source in `clientCertificate`.
 */

const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
const stranger = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
const billing = { C: 'US', O: 'Acme', CN: 'billing' }
const issue = (more: Partial<Parameters<typeof createCertificate>[0]> = {}) =>
  createCertificate({ name: billing, issuer: authority, ...more })

let test: TestApp
/** Behind a proxy that hands certificates on, while `test.app` declares none. */
let proxied: TestApp
let app: FastifyInstance
let user: BuiltUser
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  user = await buildUser(test.ctx)
  const config = {
    ...test.platform.config,
    trustedProxies: networks('127.0.0.1'),
    clientCertificates: { tls: false, header: 'client-cert' },
  }
  app = await createApp({ ...test.platform, config })
  proxied = { ...test, app }
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const headersOf = (certificate: TestCertificate | null): Readonly<Record<string, string>> =>
  certificate === null ? {} : { 'client-cert': `:${certificate.der.toString('base64')}:` }

type Form = Readonly<Record<string, string>>

const ask = async (
  party: Party,
  certificate: TestCertificate | null,
  { form = { grant_type: 'client_credentials' }, at = proxied }: { form?: Form; at?: TestApp } = {},
) =>
  postForm(at, '/token', {
    party,
    headers: headersOf(certificate),
    form: { client_id: party.id, ...form },
  })

const server = {
  applicationType: 'OIDC_SERVER',
  redirectUris: [],
  tokenEndpointAuthMethod: 'tls_client_auth',
  certificateAuthorities: pemOf(authority),
  certificateNameValue: 'CN=billing,O=Acme,C=US',
}

describe('an application that proves itself by a certificate of an authority', () => {
  it('gets a token with it, and none without, nor from where no proxy is declared', {
    meta: { covers: ['S54'] },
  }, async () => {
    const party = await registerParty(test, server)
    const given = await ask(party, issue())
    expect([given.status, given.body.token_type], JSON.stringify(given.body)).toEqual([
      200,
      'Bearer',
    ])
    expect((await ask(party, null)).body.error).toBe('invalid_client')
    expect((await ask(party, issue(), { at: test })).body.error).toBe('invalid_client')
  })

  it.each([
    ['of another authority of the same name', () => issue({ issuer: stranger })],
    ['that it signed itself', () => createCertificate({ name: billing })],
    ['that has ended', () => issue({ until: '210101000000Z' })],
    ['of an authority below', () => issue({ isAuthority: true })],
    ['of another name', () => issue({ name: { ...billing, CN: 'payroll' } })],
    ['of more names', () => issue({ name: { ...billing, OU: 'x' } })],
    [
      'of the same names in another order',
      () => issue({ name: { CN: 'billing', O: 'Acme', C: 'US' } }),
    ],
    ['with its name in another part', () => issue({ name: { C: 'US', O: 'Acme, CN=billing' } })],
  ])('gets none with one %s', { meta: { covers: ['S54'] } }, async (_what, make) => {
    const party = await registerParty(test, server)
    expect((await ask(party, make())).body.error).toBe('invalid_client')
  })

  it.each([
    [
      'SAN_DNS',
      'billing.example.test',
      { hosts: ['billing.example.test'] },
      { hosts: ['*.example.test'] },
    ],
    [
      'SAN_URI',
      'https://billing.example.test/a',
      { uris: ['https://billing.example.test/a'] },
      { uris: ['https://x/, URI:https://billing.example.test/a'] },
    ],
    [
      'SAN_EMAIL',
      'billing@example.test',
      { mails: ['billing@example.test'] },
      { mails: ['other@example.test'] },
    ],
  ])(
    'is known by its %s',
    { meta: { covers: ['S54'] } },
    async (certificateName, certificateNameValue, right, wrong) => {
      const party = await registerParty(test, { ...server, certificateName, certificateNameValue })
      expect((await ask(party, issue(right))).status).toBe(200)
      expect((await ask(party, issue(wrong))).body.error).toBe('invalid_client')
      const inSubject = issue({ name: { CN: certificateNameValue } })
      expect((await ask(party, inSubject)).body.error).toBe('invalid_client')
    },
  )

  it('is not registered without authorities and a name', async () => {
    const bare = { ...server, certificateAuthorities: null }
    await expect(registerParty(test, bare)).rejects.toThrow('needs the authorities')
    const nameless = { ...server, certificateNameValue: null }
    await expect(registerParty(test, nameless)).rejects.toThrow('needs the name')
    const wrong = { ...server, certificateAuthorities: 'authorities' }
    await expect(registerParty(test, wrong)).rejects.toThrow('PEM')
  })

  // Guard: `certificateNames` of protection.ts.
  it.each([
    ['SAN_DNS', 'not a host', 'is not a host name'],
    ['SAN_URI', 'billing', 'is not a URI'],
    ['SAN_IP', '10.0.0.256', 'is not an IP address'],
    ['SAN_EMAIL', 'billing', 'is not a mail address'],
    ['SUBJECT_DN', 'John Doe', 'is not a distinguished name'],
  ])('is not registered with the %s %s', async (certificateName, certificateNameValue, fault) => {
    const wrong = { ...server, certificateName, certificateNameValue }
    await expect(registerParty(test, wrong)).rejects.toThrow(fault)
  })
})

describe('names in a certificate', () => {
  it('are read as they are quoted, or not at all', () => {
    const list = 'DNS:"a, URI:https://x/", URI:https://y/, IP Address:10.0.0.1'
    expect(alternativeNames(list, 'URI')).toEqual(['https://y/'])
    expect(alternativeNames('URI:https://y/, DNS:"a', 'URI')).toEqual([])
  })
})

describe('an application that proves itself by a certificate of its own', () => {
  const own = createCertificate({ name: { CN: 'own' } })
  const jwk = () => ({
    ...own.publicKey.export({ format: 'jwk' }),
    use: 'sig',
    x5c: [own.der.toString('base64')],
  })

  it('gets a token with it, and with no other', async () => {
    const party = await registerParty(test, {
      ...server,
      tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
      certificateAuthorities: null,
      certificateNameValue: null,
      jwks: { keys: [jwk()] },
    })
    const given = await ask(party, own)
    expect(given.status, JSON.stringify(given.body)).toBe(200)
    const other = createCertificate({ name: { CN: 'own' } })
    expect((await ask(party, other)).body.error).toBe('invalid_client')
  })

  it('is not registered without it', async () => {
    const bare = { ...server, tokenEndpointAuthMethod: 'self_signed_tls_client_auth' }
    await expect(registerParty(test, bare)).rejects.toThrow('x5c')
  })
})

const codeForm = (back: URL): Form => ({
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? '',
  redirect_uri: callback,
  code_verifier: verifier,
})

const userinfo = async (token: unknown, certificate: TestCertificate | null) => {
  const browser = createBrowser(app, new URL(test.tenant.publicUrl).host)
  const headers = { authorization: `Bearer ${String(token)}`, ...headersOf(certificate) }
  return (await browser.visit('/api/oidc/userinfo', { headers })).json()
}

describe('tokens that are bound to a certificate', () => {
  const open = { tokenEndpointAuthMethod: 'none', certificateBoundTokens: true }
  const own = createCertificate({ name: { CN: 'app' } })
  const other = createCertificate({ name: { CN: 'app' } })

  it('are used and renewed with it alone, also by an application without a secret', {
    meta: { covers: ['S54'] },
  }, async () => {
    const party = await registerParty(test, open)
    const without = await returnOf(await browserOf(test, user), party)
    expect((await ask(party, null, { form: codeForm(without) })).body.error).toBe('invalid_grant')
    const back = await returnOf(await browserOf(test, user), party, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    expect(back.pathname).toBe('/oidc/consent')
    const { body } = await ask(party, own, {
      form: codeForm(await returnOf(await browserOf(test, user), party)),
    })
    expect(await userinfo(body.access_token, own)).toMatchObject({ sub: user.id })
    expect(await userinfo(body.access_token, other)).toMatchObject({ error: 'invalid_token' })
    expect(await userinfo(body.access_token, null)).toMatchObject({ error: 'invalid_token' })
    const told = await postForm(test, '/introspection', {
      party,
      headers: {},
      form: { client_id: party.id, token: String(body.access_token) },
    })
    expect(told.body).toMatchObject({ cnf: { 'x5t#S256': expect.any(String) } })
  })

  it('say so as JWT', async () => {
    const party = await registerParty(test, { ...server, certificateBoundTokens: true })
    const { body } = await ask(party, issue())
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      cnf: { 'x5t#S256': expect.any(String) },
    })
  })
})

describe('the FAPI 2.0 security profile', () => {
  it('is met by a certificate too, with tokens bound to it instead of a key', async () => {
    const party = await registerParty(test, {
      ...server,
      applicationType: 'OIDC_WEB',
      redirectUris: [callback],
      fapi: true,
      certificateBoundTokens: true,
    })
    const pushed = await postForm(proxied, '/par', {
      party,
      headers: headersOf(issue()),
      form: Object.fromEntries(requestOf(party)),
    })
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(201)
    const query = new URLSearchParams({
      client_id: party.id,
      request_uri: String(pushed.body.request_uri),
    })
    const answer = await (await browserOf(test, user)).visit(`/api/oidc/authorize?${query}`)
    const back = new URL(String(answer.headers.location))
    const { body } = await ask(party, issue(), { form: codeForm(back) })
    expect(body.token_type).toBe('Bearer')
    expect(await userinfo(body.access_token, null)).toMatchObject({ error: 'invalid_token' })
  })

  it('asks for a bound token of whoever proves itself by a certificate that binds none', {
    meta: { covers: ['S54'] },
  }, async () => {
    const party = await registerParty(test, {
      ...server,
      applicationType: 'OIDC_WEB',
      redirectUris: [callback],
      fapi: true,
    })
    const form = Object.fromEntries(requestOf(party))
    const pushed = await postForm(proxied, '/par', { party, headers: headersOf(issue()), form })
    const query = new URLSearchParams({
      client_id: party.id,
      request_uri: String(pushed.body.request_uri),
    })
    const answer = await (await browserOf(test, user)).visit(`/api/oidc/authorize?${query}`)
    const back = new URL(String(answer.headers.location))
    expect((await ask(party, issue(), { form: codeForm(back) })).body.error).toBe('invalid_grant')
  })
})

it('the metadata names mutual TLS', async () => {
  const plan = { test, user, party: { id: '', rowId: '', secret: '' }, issuer: '' }
  expect(await metadataOf(plan)).toMatchObject({
    tls_client_certificate_bound_access_tokens: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining([
      'tls_client_auth',
      'self_signed_tls_client_auth',
    ]),
  })
})
