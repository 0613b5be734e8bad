import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  callback,
  postForm,
  registerParty,
  requestOf,
  userinfoOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import {
  authorize,
  metadataOf,
  newBrowser,
  type Plan,
  redeem,
  signInAndResume,
  startPlan,
  tokens,
  verified,
} from '../../../../testing/oidc/plan.ts'

/* Plan oidcc-basic-certification-test-plan; each test is named as the module that it re-creates. */

let plan: Plan
beforeAll(async () => {
  plan = await startPlan()
})
afterAll(() => plan.test.close())

const unsigned = (claims: object): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
    JSON.stringify(claims),
  ).toString('base64url')}.`

const codeOf = async (params: Readonly<Record<string, string>>): Promise<string | null> =>
  (await authorize(plan, params)).searchParams.get('code')

describe('oidcc-basic-certification-test-plan', () => {
  it('oidcc-server', async () => {
    const back = await authorize(plan)
    expect(back.searchParams.get('state')).toBe('a-state')
    const { status, body, headers } = await redeem(plan, back)
    expect([status, body.token_type, headers['cache-control']]).toEqual([200, 'Bearer', 'no-store'])
    const { payload } = await verified(plan, body.id_token)
    expect(payload).toMatchObject({ sub: plan.user.id, nonce: 'a-nonce' })
    expect(payload.exp).toBeGreaterThan(Number(payload.iat))
  })

  it('oidcc-response-type-missing', async () => {
    const { searchParams } = await authorize(plan, { response_type: '' })
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['invalid_request', null])
  })

  it('oidcc-idtoken-signature', async () => {
    const { protectedHeader } = await verified(plan, (await tokens(plan)).id_token)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  })

  it('oidcc-idtoken-unsigned', async () => {
    const { id_token_signing_alg_values_supported: algorithms } = await metadataOf(plan)
    expect(algorithms).toContain('ES256')
    expect(algorithms).not.toContain('none')
  })

  it('oidcc-userinfo-get', async () => {
    const { access_token: token } = await tokens(plan)
    expect(await userinfoOf(plan.test, token)).toMatchObject({ sub: plan.user.id })
  })

  it('oidcc-userinfo-post-header', async () => {
    const authorization = `Bearer ${String((await tokens(plan)).access_token)}`
    const answer = await newBrowser(plan).visit('/api/oidc/userinfo', {
      method: 'POST',
      headers: { authorization },
    })
    expect(answer.json()).toMatchObject({ sub: plan.user.id })
  })

  it('oidcc-userinfo-post-body', async () => {
    const form = { access_token: String((await tokens(plan)).access_token) }
    const answer = await newBrowser(plan).visit('/api/oidc/userinfo', { method: 'POST', form })
    expect(answer.json()).toMatchObject({ sub: plan.user.id })
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { payload } = await verified(plan, (await tokens(plan, { nonce: '' })).id_token)
    expect([payload.sub, payload.nonce]).toEqual([plan.user.id, undefined])
  })

  it.each([
    ['oidcc-scope-profile', 'openid profile', ['given_name', 'family_name', 'preferred_username']],
    ['oidcc-scope-email', 'openid email', ['email', 'email_verified']],
    ['oidcc-scope-address', 'openid address', []],
    ['oidcc-scope-phone', 'openid phone', []],
    ['oidcc-scope-all', 'openid profile email address phone', ['given_name', 'email']],
    ['oidcc-ensure-other-scope-order-succeeds', 'email openid', ['email']],
  ])('%s', async (_module, scope, told) => {
    const { access_token: token, id_token: idToken } = await tokens(plan, { scope })
    const { payload } = await verified(plan, idToken)
    const claims = await userinfoOf(plan.test, token)
    expect([payload.sub, claims.sub]).toEqual([plan.user.id, plan.user.id])
    expect(Object.keys(claims)).toEqual(expect.arrayContaining([...told]))
  })

  it.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-max-age-10000', { max_age: '10000' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
  ])('%s', async (_module, params) => {
    expect(await codeOf(params)).toEqual(expect.any(String))
  })

  it('oidcc-prompt-login', async () => {
    const browser = await browserOf(plan.test, plan.user)
    const page = await authorize(plan, { prompt: 'login' }, browser)
    expect(page.pathname).toBe('/oidc/authentication')
    const back = await signInAndResume(plan, browser, page)
    const { body } = await redeem(plan, back)
    expect((await verified(plan, body.id_token)).payload.sub).toBe(plan.user.id)
  })

  it('oidcc-prompt-none-not-logged-in', async () => {
    const { searchParams } = await authorize(plan, { prompt: 'none' }, newBrowser(plan))
    expect(searchParams.get('error')).toBe('login_required')
  })

  it('oidcc-max-age-1', async () => {
    const browser = await browserOf(plan.test, plan.user)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const page = await authorize(plan, { max_age: '1' }, browser)
    expect(page.pathname).toBe('/oidc/authentication')
    const { body } = await redeem(plan, await signInAndResume(plan, browser, page))
    const { payload } = await verified(plan, body.id_token)
    expect(Number(payload.iat) - Number(payload.auth_time)).toBeLessThan(60)
  })

  it('oidcc-id-token-hint', async () => {
    const hint = String((await tokens(plan)).id_token)
    expect(await codeOf({ prompt: 'none', id_token_hint: hint })).toEqual(expect.any(String))
  })

  it('oidcc-login-hint', async () => {
    const page = await authorize(plan, { login_hint: plan.user.userId }, newBrowser(plan))
    expect(page.pathname).toBe('/oidc/authentication')
  })

  it('oidcc-codereuse', async () => {
    const back = await authorize(plan)
    expect((await redeem(plan, back)).status).toBe(200)
    const { status, body } = await redeem(plan, back)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('oidcc-codereuse-30seconds', async () => {
    const back = await authorize(plan)
    const { access_token: token } = (await redeem(plan, back)).body
    plan.test.clock.advance(31_000)
    expect((await redeem(plan, back)).body.error).toBe('invalid_grant')
    expect((await userinfoOf(plan.test, token)).error).toBe('invalid_token')
  })

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const page = await authorize(plan, { redirect_uri: `${callback}/other` })
    expect(page.origin).toBe(new URL(plan.test.tenant.publicUrl).origin)
    expect(page.href).toContain('error=')
  })

  it('oidcc-ensure-post-request-succeeds', async () => {
    const browser = await browserOf(plan.test, plan.user)
    const form = Object.fromEntries(requestOf(plan.party, { state: 'a-state', nonce: 'a-nonce' }))
    const posted = await browser.visit('/api/oidc/authorize', { method: 'POST', form })
    expect(posted.statusCode).toBe(303)
    const answer = await browser.visit(String(posted.headers.location))
    const back = new URL(String(answer.headers.location))
    expect(back.searchParams.get('state')).toBe('a-state')
    expect((await redeem(plan, back)).status).toBe(200)
  })

  it('oidcc-server-client-secret-post', async () => {
    const party = await registerParty(plan.test, {
      tokenEndpointAuthMethod: 'client_secret_post',
    })
    const back = await authorize({ ...plan, party })
    const { status } = await postForm(plan.test, '/token', {
      party,
      headers: {},
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: verifier,
        client_id: party.id,
        client_secret: party.secret,
      },
    })
    expect(status).toBe(200)
  })

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const page = await authorize(plan, { request_uri: 'https://rp.example.test/request.jwt' })
    expect(page.href).toMatch(/error=(?:request_uri_not_supported|invalid_request)/)
  })

  it.each([
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
    'oidcc-ensure-request-object-with-redirect-uri',
  ])('%s', async () => {
    const request = unsigned({ client_id: plan.party.id, redirect_uri: `${callback}/inside` })
    const page = await authorize(plan, { request })
    expect(page.href).toMatch(/error=(?:request_not_supported|invalid_request_object)/)
  })

  it('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { access_token: token } = await tokens(plan, { scope: 'openid', claims })
    expect(await userinfoOf(plan.test, token)).toMatchObject({ name: expect.any(String) })
  })

  it('oidcc-refresh-token', async () => {
    const scope = 'openid offline_access'
    const browser = await browserOf(plan.test, plan.user)
    const { body } = await redeem(plan, await authorize(plan, { scope: 'openid' }, browser))
    expect(scope).toContain(String(body.scope))
    const form = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
    const again = await postForm(plan.test, '/token', { party: plan.party, form })
    expect(again.status).toBe(200)
    const { payload } = await verified(plan, again.body.id_token)
    expect(payload.sub).toBe(plan.user.id)
  })

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    expect((await redeem(plan, await authorize(plan))).status).toBe(200)
  })
})
