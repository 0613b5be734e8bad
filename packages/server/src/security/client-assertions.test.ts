import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Guard: the checks of RFC 7523, section 3, by the OpenID Connect library in our configuration.
 * Row 16 of the list of attacks: each claim and header absent, wrong, or of another type.
 */

const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const another = generateKeyPairSync('ec', { namedCurve: 'P-256' })

let test: TestApp
let clientId: string
let issuer: string
beforeAll(async () => {
  test = await startTestApp()
  issuer = `${test.tenant.publicUrl}/api/oidc`
  const key = { ...(await exportJWK(own.publicKey)), alg: 'ES256', use: 'sig', kid: 'one' }
  const made = await test.call(createOidcApplication, {
    as: (await buildAdmin(test.ctx)).token,
    body: {
      name: 'Server with a key',
      applicationType: 'OIDC_SERVER',
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [key] },
    },
  })
  clientId = String(JSON.parse(made.text).application.clientId)
})
afterAll(() => test.close())
/** Failures are answered with 429 once there are many in a minute, which is not the subject here. */
beforeEach(() => test.clock.advance(61_000))

const seconds = (): number => Math.floor(test.clock.now().getTime() / 1000)

const claims = (): Record<string, unknown> => ({
  iss: clientId,
  sub: clientId,
  aud: issuer,
  jti: randomUUID(),
  iat: seconds(),
  exp: seconds() + 60,
})

interface Signing {
  readonly claims?: Record<string, unknown>
  readonly header?: Record<string, unknown>
  readonly key?: typeof own
}

const signed = (changed: Signing = {}): Promise<string> =>
  new SignJWT({ ...claims(), ...changed.claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...changed.header })
    .sign((changed.key ?? own).privateKey)

const redeem = async (assertion: string, form: Record<string, string> = {}): Promise<number> => {
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  const answer = await browser.visit('/api/oidc/token', {
    method: 'POST',
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      ...form,
    },
  })
  return answer.statusCode
}

describe('an assertion of a client', () => {
  it('opens the token endpoint, once', async () => {
    const assertion = await signed()
    expect(await redeem(assertion)).toBe(200)
    expect(await redeem(assertion)).toBe(401)
  })

  it('opens it once, of 20 at the same time', { meta: { covers: ['S11'] } }, async () => {
    const assertion = await signed()
    const statuses = await Promise.all(Array.from({ length: 20 }, () => redeem(assertion)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it.each<[string, () => Signing]>([
    ['no issuer', () => ({ claims: { iss: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'someone' } })],
    ['issuers as a list', () => ({ claims: { iss: [clientId] } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['another subject', () => ({ claims: { sub: 'someone' } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['another audience', () => ({ claims: { aud: 'https://other.example.test' } })],
    ['an audience that begins like ours', () => ({ claims: { aud: `${issuer}.evil.test` } })],
    ['no end', () => ({ claims: { exp: undefined } })],
    ['an end in the past', () => ({ claims: { exp: seconds() - 3600 } })],
    ['an end as a text', () => ({ claims: { exp: String(seconds() + 60) } })],
    ['a beginning in the future', () => ({ claims: { nbf: seconds() + 3600 } })],
    ['no id', () => ({ claims: { jti: undefined } })],
    ['another key', () => ({ key: another })],
  ])('is refused with %s', { meta: { covers: ['S16', 'S34'] } }, async (_what, change) => {
    expect([400, 401]).toContain(await redeem(await signed(change())))
  })

  it('is refused unsigned, cut, and beside another way of proving', {
    meta: { covers: ['S16'] },
  }, async () => {
    expect(await redeem(new UnsecuredJWT(claims()).encode())).toBe(401)
    expect(await redeem((await signed()).slice(0, -2))).toBe(401)
    expect(await redeem(await signed(), { client_secret: 'x' })).toBeGreaterThanOrEqual(400)
    expect(await redeem(await signed(), { client_assertion_type: 'other' })).toBeGreaterThan(399)
  })
})
