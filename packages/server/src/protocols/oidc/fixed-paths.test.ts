import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import {
  browserOf,
  callback,
  type Party,
  registerParty,
  requestOf,
} from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

let test: TestApp
let user: BuiltUser
let party: Party
let own: Key
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  const pair = await generateKeyPair('ES256')
  own = pair.privateKey
  const key = { ...(await exportJWK(pair.publicKey)), alg: 'ES256', use: 'sig' }
  party = await registerParty(test, {
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [key] },
  })
})
afterAll(() => test.close())

const issuer = (): string => `${test.tenant.publicUrl}/api/oidc`

const requestJwt = (key: Key): Promise<string> =>
  new SignJWT({ ...Object.fromEntries(requestOf(party)), iss: party.id, aud: issuer() })
    .setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt' })
    .setIssuedAt()
    .setExpirationTime('60s')
    .setJti(randomBytes(16).toString('hex'))
    .sign(key)

const visit = async (query: Readonly<Record<string, string>>): Promise<URL> => {
  const browser = await browserOf(test, user)
  const answer = await browser.visit(`/api/oidc/authorizejwt?${new URLSearchParams(query)}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}

describe('authorizejwt', () => {
  it('begins a sign-in by a request that the application has signed', async () => {
    const back = await visit({ client_id: party.id, request: await requestJwt(own) })
    expect(`${back.origin}${back.pathname}`).toBe(callback)
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
    expect(back.searchParams.get('iss')).toBe(issuer())
  })

  it('refuses a request signed by another key', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const back = await visit({ client_id: party.id, request: await requestJwt(privateKey) })
    expect(back.href).toContain('error=invalid_request_object')
    expect(back.searchParams.has('code')).toBe(false)
  })

  it('takes no parameter beside the signed ones', async () => {
    const request = await requestJwt(own)
    const back = await visit({ client_id: party.id, request, redirect_uri: callback })
    expect(back.hash).toContain('error=invalid_request_object')
    const plain = await visit(Object.fromEntries(requestOf(party)))
    expect(plain.hash).toContain('error=invalid_request_object')
  })
})

describe('the fixed paths', () => {
  it.each(['oauth-authorization-server', 'openid-configuration'])(
    'tell the metadata as %s',
    async (form) => {
      const { host } = new URL(test.tenant.publicUrl)
      const answer = await test.app.inject({
        url: `/api/oidc/.well-known/${form}`,
        headers: { host },
      })
      expect(answer.json()).toMatchObject({
        issuer: issuer(),
        jwks_uri: `${issuer()}/jwks`,
        end_session_endpoint: `${issuer()}/endsession`,
        request_parameter_supported: true,
      })
    },
  )
})
