import { calculateJwkThumbprint } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ask,
  codeFor,
  codeForm,
  type Fapi,
  newProofKey,
  open,
  proofOf,
  push,
  registerFapi,
} from '../../../../testing/oidc/fapi2-party.ts'
import { browserOf } from '../../../../testing/oidc/party.ts'
import { metadataOf, newBrowser, type Plan, startPlan } from '../../../../testing/oidc/plan.ts'

/* More of the plan fapi2-security-profile-final-test-plan: proofs of clients and keys, and ends. */

let plan: Plan
let fapi: Fapi
beforeAll(async () => {
  plan = await startPlan()
  fapi = await registerFapi(plan)
})
afterAll(() => plan.test.close())

const now = (): number => Math.floor(Date.now() / 1000)

describe('fapi2-security-profile-final-test-plan', () => {
  it('fapi2-security-profile-final-discovery-end-point-verification', async () => {
    const { issuer } = plan
    expect(await metadataOf(plan)).toMatchObject({
      issuer,
      pushed_authorization_request_endpoint: `${issuer}/par`,
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      claims_parameter_supported: true,
    })
  })

  it('fapi2-security-profile-final-user-rejects-authentication', async () => {
    const asking = await registerFapi(plan, { requireConsent: true })
    const { body } = await push(asking)
    const query = new URLSearchParams({
      client_id: asking.party.id,
      request_uri: String(body.request_uri),
    })
    const browser = await browserOf(plan.test, plan.user)
    const page = await browser.visit(`/api/oidc/authorize?${query}`)
    const { searchParams, pathname } = new URL(String(page.headers.location), plan.issuer)
    expect(pathname).toBe('/oidc/consent')
    const uid = searchParams.get('uid') ?? ''
    const answer = await browser.visit(`/api/oidc/authorize/${uid}?denied`)
    const back = new URL(String(answer.headers.location))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a-state',
      iss: plan.issuer,
    })
  })

  it('fapi2-security-profile-final-ensure-other-scope-order-succeeds', async () => {
    expect(await codeFor(fapi, { scope: 'profile openid' })).not.toBe('')
  })

  it('fapi2-security-profile-final-ensure-invalid-client-assertions-fail', async () => {
    const proven = await fapi.assertion()
    const jwt = proven.client_assertion ?? ''
    const [, payload = '', signature = ''] = jwt.split('.')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const bad: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['none', {}],
      ['no type', { client_assertion: jwt }],
      ['another type', { ...proven, client_assertion_type: 'urn:example:other' }],
      ['no sub', await fapi.assertion({ sub: null })],
      ['wrong sub', await fapi.assertion({ sub: 'somebody' })],
      ['no iss', await fapi.assertion({ iss: null })],
      ['wrong iss', await fapi.assertion({ iss: 'somebody' })],
      ['no aud', await fapi.assertion({ aud: null })],
      ['another aud', await fapi.assertion({ aud: 'https://other.example.test' })],
      ['aud of pushing', await fapi.assertion({ aud: `${plan.issuer}/par` })],
      ['aud of tokens', await fapi.assertion({ aud: `${plan.issuer}/token` })],
      ['list of aud', await fapi.assertion({ aud: [plan.issuer, 'https://other.example.test'] })],
      ['ended', await fapi.assertion({ exp: now() - 300 })],
      ['of later', await fapi.assertion({ iat: now() + 70, nbf: now() + 70, exp: now() + 130 })],
      ['unsigned', { ...proven, client_assertion: `${unsigned}.${payload}.` }],
      ['signed wrongly', { ...proven, client_assertion: jwt.replace(signature, changed) }],
    ]
    for (const [label, form] of bad) {
      const { status, body } = await push(fapi, {}, { proven: form })
      expect([label, status, body.error]).toEqual([
        label,
        expect.toSatisfy((code: number) => code === 400 || code === 401),
        expect.stringMatching(/^invalid_(?:client|request)$/),
      ])
    }
    const soon = await fapi.assertion({ iat: now() + 8, nbf: now() + 8, exp: now() + 68 })
    expect((await push(fapi, {}, { proven: soon })).status).toBe(201)
    expect((await push(fapi)).status).toBe(201)
  })

  it('takes no assertion signed by RS256, and one by PS256', {
    meta: { covers: ['S53'] },
  }, async () => {
    const weak = await registerFapi(plan, { alg: 'RS256' })
    expect((await push(weak)).body.error).toBe('invalid_client')
    const strong = await registerFapi(plan, { alg: 'PS256' })
    expect((await push(strong)).status).toBe(201)
  })

  it('fapi2-security-profile-final-check-dpop-proof-nbf-exp', async () => {
    const claims = { nbf: now(), exp: now() + 300 }
    const answer = await ask(fapi, codeForm(await codeFor(fapi)), { ...fapi.key, claims })
    expect(answer.status).toBe(200)
    const past = { claims: { nbf: now() - 600, exp: now() - 300 } }
    expect((await ask(fapi, codeForm(await codeFor(fapi)), { ...fapi.key, ...past })).status).toBe(
      400,
    )
  })

  it.each([
    ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds', -10],
    ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds', 10],
  ])('%s', async (_module, seconds) => {
    const proven = { claims: { iat: now() + seconds } }
    expect(
      (await ask(fapi, codeForm(await codeFor(fapi)), { ...fapi.key, ...proven })).status,
    ).toBe(200)
  })

  it('fapi2-security-profile-final-dpop-negative-tests', async () => {
    const { publicJwk } = await newProofKey()
    const bad = [
      { header: { typ: 'JWT' } },
      { header: { jwk: undefined } },
      { header: { jwk: publicJwk } },
      { claims: { jti: null } },
      { claims: { iat: null } },
      { claims: { iat: now() - 7200 } },
      { claims: { iat: now() + 7200 } },
      { claims: { htm: null } },
      { claims: { htm: 'GET' } },
      { claims: { htu: null } },
      { claims: { htu: `${plan.issuer}/userinfo` } },
    ]
    for (const proven of bad) {
      const { status, body } = await ask(fapi, codeForm(await codeFor(fapi)), {
        ...fapi.key,
        ...proven,
      })
      expect([proven, status, body.access_token]).toEqual([proven, 400, undefined])
    }
  })

  it('takes one proof of a key once', async () => {
    const claims = { jti: 'the-one' }
    expect((await ask(fapi, codeForm(await codeFor(fapi)), { ...fapi.key, claims })).status).toBe(
      200,
    )
    const again = await ask(fapi, codeForm(await codeFor(fapi)), { ...fapi.key, claims })
    expect(again.body.error).toBe('invalid_grant')
  })

  it('fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success', async () => {
    const proof = await proofOf(plan, fapi.key, { path: '/par' })
    const { body } = await push(fapi, {}, { proof })
    const code = (await open(fapi, body.request_uri)).searchParams.get('code') ?? ''
    expect((await ask(fapi, codeForm(code))).status).toBe(200)
  })

  it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt', async () => {
    const proof = await proofOf(plan, fapi.key, { path: '/par' })
    const { body } = await push(fapi, {}, { proof })
    const code = (await open(fapi, body.request_uri)).searchParams.get('code') ?? ''
    const answer = await ask(fapi, codeForm(code), await newProofKey())
    expect(answer.body.error).toBe('invalid_grant')
  })

  it('fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails', async () => {
    const proof = await proofOf(plan, fapi.key, { path: '/par' })
    const dpop_jkt = await calculateJwkThumbprint((await newProofKey()).publicJwk)
    expect((await push(fapi, { dpop_jkt }, { proof })).status).toBe(400)
  })

  it('fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
    const { body } = await push(fapi)
    const query = new URLSearchParams({
      client_id: fapi.party.id,
      request_uri: String(body.request_uri),
    })
    const first = await newBrowser(plan).visit(`/api/oidc/authorize?${query}`)
    expect(String(first.headers.location)).toContain('/oidc/authentication')
    expect((await open(fapi, body.request_uri)).searchParams.get('code')).not.toBeNull()
  })

  it('fapi2-security-profile-final-par-without-duplicate-parameters', async () => {
    const { body } = await push(fapi)
    const back = await open(fapi, body.request_uri)
    expect(back.searchParams.get('state')).toBe('a-state')
  })

  it('fapi2-security-profile-final-plain-fapi-tolerate-unregistered-redirect-uri', async () => {
    const { status } = await push(fapi, { redirect_uri: 'https://other.example.test/callback' })
    expect(status).toBe(400)
  })

  // Last: the clock of the service is ahead from here on.
  it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code', async () => {
    const code = await codeFor(fapi)
    plan.test.clock.advance(65_000)
    expect((await ask(fapi, codeForm(code))).body.error).toBe('invalid_grant')
  })

  it('fapi2-security-profile-final-par-attempt-to-use-expired-request_uri', async () => {
    const { body } = await push(fapi)
    plan.test.clock.advance(65_000)
    expect((await open(fapi, body.request_uri)).searchParams.get('code')).toBeNull()
  })
})
