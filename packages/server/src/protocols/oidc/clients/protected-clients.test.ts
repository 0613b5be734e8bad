import { randomBytes } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildUser } from '../../../../testing/builders.ts'
import {
  browserOf,
  callback,
  postForm,
  registerParty,
  requestOf,
  returnOf,
  tokensOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let user: BuiltUser
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
})
afterAll(() => test.close())

type Party = Awaited<ReturnType<typeof registerParty>>

const pushed = async (party: Party, headers?: Record<string, string>, more: object = {}) => {
  const form = { ...Object.fromEntries(requestOf(party)), ...more }
  const options = headers === undefined ? { party, form } : { party, form, headers }
  return postForm(test, '/par', options)
}

describe('an application that has to push its requests', () => {
  it('is refused with a request in the address, and served with a pushed one', async () => {
    const party = await registerParty(test, { requirePushedRequests: true })
    const plain = await returnOf(await browserOf(test, user), party)
    expect(plain.href).toContain('error=invalid_request')
    const { status, body } = await pushed(party)
    expect(status).toBe(201)
    const query = new URLSearchParams({
      client_id: party.id,
      request_uri: String(body.request_uri),
    })
    const browser = await browserOf(test, user)
    const answer = await browser.visit(`/api/oidc/authorize?${query}`)
    expect(String(answer.headers.location)).toContain(`${callback}?code=`)
  })
})

describe('an application whose tokens are bound', () => {
  it('gets none without a proof of its key', async () => {
    const party = await registerParty(test, { dpopBoundTokens: true })
    const { status, body } = await tokensOf(test, { user, party })
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('gets none in its own name either', async () => {
    const party = await registerParty(test, {
      applicationType: 'OIDC_SERVER',
      redirectUris: [],
      dpopBoundTokens: true,
    })
    const form = { grant_type: 'client_credentials' }
    const { status, body } = await postForm(test, '/token', { party, form })
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('a response as JWT', () => {
  it('is signed, names its audience and carries the code', async () => {
    const party = await registerParty(test)
    const change = { response_mode: 'jwt', state: 'here' }
    const back = await returnOf(await browserOf(test, user), party, change)
    expect(back.searchParams.has('code')).toBe(false)
    const claims = decodeJwt(String(back.searchParams.get('response')))
    expect(claims).toMatchObject({
      aud: party.id,
      iss: `${test.tenant.publicUrl}/api/oidc`,
      state: 'here',
    })
    expect(claims.code).toMatch(/^[\w-]{43}$/)
  })
})

describe('the FAPI 2.0 security profile', () => {
  const keyed = async (change: object = {}) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const key = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' }
    const party = await registerParty(test, {
      fapi: true,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [key] },
      ...change,
    })
    const assertion = (audience: string) =>
      new SignJWT({ iss: party.id, sub: party.id, aud: audience })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuedAt()
        .setExpirationTime('60s')
        .setJti(randomBytes(16).toString('hex'))
        .sign(privateKey)
    const proof = async (audience: string) => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion(audience),
    })
    return { party, proof }
  }
  const issuer = () => `${test.tenant.publicUrl}/api/oidc`

  it('takes requests only pushed, from a client that proves itself by its key', async () => {
    const { party, proof } = await keyed()
    const plain = await returnOf(await browserOf(test, user), party)
    expect(plain.href).toContain('error=invalid_request')
    const { status, body } = await pushed(party, {}, await proof(issuer()))
    expect(status).toBe(201)
    const query = new URLSearchParams({
      client_id: party.id,
      request_uri: String(body.request_uri),
    })
    const answer = await (await browserOf(test, user)).visit(`/api/oidc/authorize?${query}`)
    const back = new URL(String(answer.headers.location))
    expect(back.searchParams.get('iss')).toBe(issuer())
    const unbound = await postForm(test, '/token', {
      party,
      headers: {},
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: verifier,
        ...(await proof(issuer())),
      },
    })
    expect([unbound.status, unbound.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('takes an assertion for the issuer alone', async () => {
    const { party, proof } = await keyed()
    const { status, body } = await pushed(party, {}, await proof(`${issuer()}/token`))
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })

  it('is not for a client with a secret', async () => {
    await expect(registerParty(test, { fapi: true })).rejects.toThrow('private_key_jwt')
  })
})
