import { readFileSync } from 'node:fs'
import {
  createOidcApplication,
  GrantType,
  OidcScope,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../../../testing/browser.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { callback, requestOf } from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * What an administrator can save is what people can sign in to. Guards: `checkForLibrary` and
 * `checkLoginUri` at save, `noSecretYet` in the metadata, and `withItsKey` around a save.
 */

let test: TestApp
let as: string
let publicJwk: JWK
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  publicJwk = { ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid: 'one' }
})
afterAll(() => test.close())

const authorities = readFileSync(new URL('../../../../testing/tls/ca.pem', import.meta.url), 'utf8')

/** Most of the left ones are good; some are what people get wrong. */
const oneOf = <T>(good: readonly T[], bad: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    ...bad.map((each) => fc.constant(each)),
  )

const pages = ['https://app.example.test/page', 'http://localhost:8090/page', 'http://[::1]:8090/']
const badPages = ['http://app.example.test/page', 'app.example.test', 'javascript:alert(1)']
const page = oneOf<string | null>([null, ...pages], badPages)
const redirects = ['http://127.0.0.1:8090/', 'http://app.localhost/cb', 'com.example.app:/cb']
const keySets = (): fc.Arbitrary<object | null> =>
  oneOf<object | null>(
    [null, null, { keys: [publicJwk] }, { keys: [] }],
    [{ keys: [{ kty: 'oct', k: 'AAAA' }] }, { keys: [{ ...publicJwk, d: 'AAAA' }] }],
  )

const types = ['OIDC_WEB', 'OIDC_SPA', 'OIDC_SERVER', 'OIDC_NATIVE', 'OIDC_DEVICE'] as const
const methods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const
const grants = [
  'refresh_token',
  'client_credentials',
  'device_code',
  'token_exchange',
  'ciba',
] as const

const mostly = (value: boolean): fc.Arbitrary<boolean> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, fc.constant(!value))

const settings = () => ({
  description: fc.string({ maxLength: 20 }),
  postLogoutRedirectUris: fc.subarray([callback, 'http://localhost:8090/', 'app.example.test'], {
    maxLength: 1,
  }),
  grantTypes: fc
    .subarray([...grants], { maxLength: 2 })
    .map((more) => ['authorization_code', ...more]),
  scopes: fc.subarray([...OidcScope.options]).map((more) => [...new Set(['openid', ...more])]),
  tokenEndpointAuthMethod: fc.constantFrom(...methods),
  idTokenSigningAlgorithm: fc.constantFrom('ES256', 'RS256'),
  jwks: keySets(),
  jwksUri: page,
  requireConsent: fc.boolean(),
  accessTokenTtlSeconds: fc.integer({ min: 60, max: 86_400 }),
  refreshTokenTtlSeconds: fc.integer({ min: 300, max: 31_536_000 }),
  accessTokenFormat: fc.constantFrom('opaque', 'jwt'),
  logoUri: page,
  initiateLoginUri: page,
  requirePushedRequests: mostly(false),
  dpopBoundTokens: mostly(false),
  certificateBoundTokens: mostly(false),
  certificateAuthorities: fc.constantFrom(null, authorities),
  certificateName: fc.constantFrom('SUBJECT_DN', 'SAN_DNS', 'SAN_URI', 'SAN_IP', 'SAN_EMAIL'),
  certificateNameValue: fc.constantFrom(null, 'CN=app', 'app.example.test'),
  fapi: mostly(false),
  userCodeCharacterSet: fc.constantFrom('BASE20', 'DIGITS'),
  userCodeLength: fc.integer({ min: 8, max: 16 }),
  deviceCodeTtlSeconds: fc.integer({ min: 60, max: 1800 }),
  exchangeAudiences: fc.subarray(['https://api.example.test']),
  authorizationDetailsTypes: fc.subarray(['payment']),
  backchannelDelivery: fc.constantFrom('POLL', 'PING'),
  backchannelNotificationUri: page,
  asksOrganization: fc.boolean(),
  sessionsPerUser: fc.constantFrom(null, 1, 3),
  whenSessionsFull: fc.constantFrom('END_OLDEST', 'REFUSE'),
  backchannelLogoutUri: page,
  frontchannelLogoutUri: page,
})

/** A few settings of many at once, so that most bodies are saved. */
const anyBody = () =>
  fc
    .record({
      applicationType: fc.constantFrom(...types),
      redirectUris: fc.subarray(redirects, { maxLength: 1 }).map((more) => [callback, ...more]),
      all: fc.record(settings()),
      names: fc.subarray(Object.keys(settings()), { maxLength: 9 }),
    })
    .map(({ all, names, ...base }) => ({
      ...base,
      grantTypes: ['authorization_code', 'refresh_token'],
      ...Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
    }))

type Saved = Readonly<Record<string, unknown>> & { readonly id: string; readonly clientId: string }

/** Null for one that is refused, which always names what is wrong. */
const saved = async (body: object): Promise<Saved | null> => {
  const name = `Client ${test.ctx.platform.ids.uuid()}`
  const answer = await test.call(createOidcApplication, { as, body: { name, ...body } })
  if (answer.status === 200) return JSON.parse(answer.text).application
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"requestId"')])
  return null
}

/** Where an authorization request for this client leads a browser in which no one has signed in. */
const askedBy = async ({ clientId }: Saved): Promise<string> => {
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  const request = requestOf({ id: clientId, rowId: '', secret: '' }, { scope: 'openid' })
  return String((await browser.visit(`/api/oidc/authorize?${request}`)).headers.location)
}

/** Such a client asks by a pushed request; that it is told so shows that it was read. */
const expected = ({ requirePushedRequests, fapi }: Saved): RegExp =>
  requirePushedRequests === true || fapi === true
    ? /error=invalid_request&error_description=(?!.*metadata).*[Pp]ushed/
    : /^\/oidc\/authentication\?uid=/

const change = async ({ id }: Saved, body: object) =>
  test.call(updateOidcApplication, { as, params: { id }, body })

const web = { applicationType: 'OIDC_WEB', redirectUris: [callback] } as const

describe('an application that is saved', () => {
  it('leads people to the sign-in page, whatever its settings', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(anyBody(), async (body) => {
        const application = await saved(body)
        if (application === null) return
        accepted += 1
        expect(await askedBy(application)).toMatch(expected(application))
      }),
      { numRuns: 60 },
    )
    expect(accepted).toBeGreaterThan(10)
  })

  it('may begin sign-ins at a loopback host over http, as in development', async () => {
    const initiateLoginUri = 'http://localhost:8090/signin'
    const application = await saved({ ...web, initiateLoginUri })
    expect(application).toMatchObject({ initiateLoginUri })
    expect(application && (await askedBy(application))).toMatch(/^\/oidc\/authentication\?uid=/)
  })

  it('leads people to the sign-in page before its first secret is generated', async () => {
    const application = await saved({ ...web, tokenEndpointAuthMethod: 'none' })
    if (application === null) throw new Error('refused')
    const body = { ...web, name: 'Without a secret', tokenEndpointAuthMethod: 'client_secret_post' }
    expect((await change(application, body)).status).toBe(200)
    expect(await askedBy(application)).toMatch(/^\/oidc\/authentication\?uid=/)
  })

  it.each(GrantType.options)('may be one that uses %s', async (grant) => {
    const grantTypes = [...new Set(['authorization_code', grant])]
    const application = await saved({ ...web, grantTypes })
    expect(application).toMatchObject({ grantTypes })
    expect(application && (await askedBy(application))).toMatch(/^\/oidc\/authentication\?uid=/)
  })

  it.each([
    ['initiateLoginUri', { initiateLoginUri: 'http://app.example.test/login' }],
    ['logoUri', { logoUri: 'a picture' }],
    ['logoUri', { logoUri: 'javascript:alert(1)' }],
    ['jwks', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }],
    ['jwks', { jwks: { keys: [] }, jwksUri: 'https://app.example.test/keys' }],
    ['certificateBoundTokens', { dpopBoundTokens: true, certificateBoundTokens: true }],
    [
      'redirectUris',
      { applicationType: 'OIDC_NATIVE', redirectUris: ['https://localhost/callback'] },
    ],
    [
      'postLogoutRedirectUris',
      { applicationType: 'OIDC_NATIVE', postLogoutRedirectUris: ['http://app.localhost/'] },
    ],
  ])(
    'is refused with %s as the field, made or changed, where sign-ins would fail',
    async (field, wrong) => {
      const name = `Wrong ${field}`
      const answer = await test.call(createOidcApplication, {
        as,
        body: { ...web, ...wrong, name },
      })
      const application = await saved(web)
      if (application === null) throw new Error('refused')
      for (const { status, body } of [
        answer,
        await change(application, { ...web, ...wrong, name }),
      ]) {
        expect(status).toBe(400)
        expect(body['fields']).toEqual([{ path: `body.${field}`, message: expect.any(String) }])
      }
    },
  )
})
