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
import { browserOf, returnOf, verifier } from '../../../../testing/oidc/party.ts'
import { newBrowser, type Plan, startPlan } from '../../../../testing/oidc/plan.ts'

/* Plan fapi2-security-profile-final-test-plan; each test is named as the module that it re-creates. */

let plan: Plan
let fapi: Fapi
beforeAll(async () => {
  plan = await startPlan()
  fapi = await registerFapi(plan)
})
afterAll(() => plan.test.close())

const userinfo = async (token: string, scheme: string) => {
  const proof = await proofOf(plan, fapi.key, { method: 'GET', path: '/userinfo', token })
  const headers = { authorization: `${scheme} ${token}`, dpop: proof }
  return (await newBrowser(plan).visit('/api/oidc/userinfo', { headers })).json()
}

describe('fapi2-security-profile-final-test-plan', () => {
  it('fapi2-security-profile-final-happy-flow', async () => {
    const { status, body } = await push(fapi)
    expect(status).toBe(201)
    const back = await open(fapi, body.request_uri)
    expect([back.searchParams.get('iss'), back.searchParams.get('state')]).toEqual([
      plan.issuer,
      'a-state',
    ])
    const answer = await ask(fapi, codeForm(back.searchParams.get('code') ?? ''))
    expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP'])
    expect(await userinfo(String(answer.body.access_token), 'DPoP')).toMatchObject({
      sub: plan.user.id,
    })
  })

  it('fapi2-security-profile-final-access-token-type-header-case-sensitivity', async () => {
    const { body } = await ask(fapi, codeForm(await codeFor(fapi)))
    expect(await userinfo(String(body.access_token), 'dpop')).toMatchObject({ sub: plan.user.id })
  })

  it('fapi2-security-profile-final-ensure-authorization-request-without-state-success', async () => {
    expect(await codeFor(fapi, { state: '' })).not.toBe('')
  })

  it('fapi2-security-profile-final-ensure-authorization-request-with-long-state', async () => {
    const state = 'x'.repeat(384)
    const { body } = await push(fapi, { state })
    expect((await open(fapi, body.request_uri)).searchParams.get('state')).toBe(state)
  })

  it('fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails', async () => {
    const back = await returnOf(await browserOf(plan.test, plan.user), fapi.party)
    expect(back.href).toContain('error=invalid_request')
    expect(back.searchParams.get('code')).toBeNull()
  })

  it('fapi2-security-profile-final-ensure-holder-of-key-required', async () => {
    const { status, body } = await ask(fapi, codeForm(await codeFor(fapi)), null)
    expect([status, body.access_token]).toEqual([400, undefined])
  })

  it.each([
    [
      'fapi2-security-profile-final-par-ensure-pkce-required',
      { code_challenge: '', code_challenge_method: '' },
    ],
    [
      'fapi2-security-profile-final-par-plain-pkce-rejected',
      { code_challenge: verifier, code_challenge_method: 'plain' },
    ],
    ['fapi2-security-profile-final-ensure-response-type-token-fails', { response_type: 'token' }],
    [
      'fapi2-security-profile-final-ensure-response-type-code-idtoken-fails',
      { response_type: 'code id_token' },
    ],
    [
      'fapi2-security-profile-final-ensure-redirect-uri-in-authorization-request',
      { redirect_uri: '' },
    ],
    [
      'fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
    ],
  ])('%s', async (_module, change) => {
    const { status, body } = await push(fapi, change)
    expect([status, body.request_uri]).toEqual([400, undefined])
  })

  it.each([
    ['fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected', 'y'.repeat(43)],
    ['fapi2-security-profile-final-ensure-pkce-code-verifier-required', ''],
  ])('%s', async (_module, given) => {
    const { status, body } = await ask(fapi, codeForm(await codeFor(fapi), given))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('fapi2-security-profile-final-par-attempt-reuse-request_uri', async () => {
    const { body } = await push(fapi)
    expect((await open(fapi, body.request_uri)).searchParams.get('code')).not.toBeNull()
    expect((await open(fapi, body.request_uri)).searchParams.get('code')).toBeNull()
  })

  it('fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client', async () => {
    const { body } = await push(fapi)
    const other = await registerFapi(plan)
    expect((await open(other, body.request_uri)).searchParams.get('code')).toBeNull()
  })

  it('fapi2-security-profile-final-par-attempt-invalid-http-method', async () => {
    expect((await newBrowser(plan).visit('/api/oidc/par')).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client', async () => {
    const other = await registerFapi(plan)
    const { status, body } = await ask(other, codeForm(await codeFor(fapi)))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second', async () => {
    const code = await codeFor(fapi)
    expect((await ask(fapi, codeForm(code))).status).toBe(200)
    plan.test.clock.advance(1000)
    expect((await ask(fapi, codeForm(code))).body.error).toBe('invalid_grant')
  })

  it('fapi2-security-profile-final-ensure-dpop-auth-code-binding-success', async () => {
    const dpop_jkt = await calculateJwkThumbprint(fapi.key.publicJwk)
    expect((await ask(fapi, codeForm(await codeFor(fapi, { dpop_jkt })))).status).toBe(200)
  })

  it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt', async () => {
    const dpop_jkt = await calculateJwkThumbprint((await newProofKey()).publicJwk)
    const { status, body } = await ask(fapi, codeForm(await codeFor(fapi, { dpop_jkt })))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('fapi2-security-profile-final-refresh-token', async () => {
    const { body } = await ask(fapi, codeForm(await codeFor(fapi)))
    const form = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
    expect((await ask(fapi, form)).status).toBe(200)
  })
})
