import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../../../testing/browser.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import { browserOf, registerParty } from '../../../../testing/oidc/party.ts'
import {
  authorize,
  metadataOf,
  type Plan,
  redeem,
  startPlan,
  verified,
} from '../../../../testing/oidc/plan.ts'

/* Plans of signing out; each test is named as the module that it re-creates. */

const after = 'https://app.example.test/signed-out'

let plan: Plan
let service: Awaited<ReturnType<typeof startHttpService>>
beforeAll(async () => {
  plan = await startPlan({ postLogoutRedirectUris: [after] })
  service = await startHttpService()
  allowServices(plan.test, [service])
})
afterAll(async () => {
  await service.close()
  await plan.test.close()
})

interface Signed {
  readonly browser: Browser
  readonly hint: string
}

/** Somebody who has opened the application. */
const open = async (at = plan): Promise<Signed> => {
  const browser = await browserOf(at.test, at.user)
  const { body } = await redeem(at, await authorize(at, {}, browser))
  return { browser, hint: String(body.id_token) }
}

/** Signs out, and answers yes where somebody is asked. */
const signOut = async ({ browser }: Signed, params: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams(params)
  const page = await browser.visit(`/api/oidc/endsession?${query}`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1]
  if (xsrf === undefined)
    return {
      refused: page.statusCode >= 400 || page.statusCode === 302 || page.statusCode === 303,
      location: String(page.headers.location ?? ''),
    }
  const answer = await browser.visit('/api/oidc/endsession/confirm', {
    method: 'POST',
    form: { xsrf, logout: 'yes' },
  })
  return { refused: false, location: String(answer.headers.location ?? '') }
}

const isSignedOut = async ({ browser }: Signed): Promise<boolean> => {
  const { searchParams } = await authorize(plan, { prompt: 'none' }, browser)
  return searchParams.get('error') === 'login_required'
}

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  it('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    expect(await metadataOf(plan)).toMatchObject({
      end_session_endpoint: `${plan.issuer}/endsession`,
    })
  })

  it('oidcc-rp-initiated-logout', async () => {
    const signed = await open()
    const params = { id_token_hint: signed.hint, post_logout_redirect_uri: after, state: 'x' }
    expect((await signOut(signed, params)).location).toBe(`${after}?state=x`)
    expect(await isSignedOut(signed)).toBe(true)
  })

  it('oidcc-rp-initiated-logout-no-state', async () => {
    const signed = await open()
    const params = { id_token_hint: signed.hint, post_logout_redirect_uri: after }
    expect((await signOut(signed, params)).location).toBe(after)
  })

  it.each([
    ['oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', `${after}/other`],
    ['oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', `${after}?foo=bar`],
  ])('%s', async (_module, address) => {
    const signed = await open()
    const params = { id_token_hint: signed.hint, post_logout_redirect_uri: address }
    const { refused, location } = await signOut(signed, params)
    expect(refused).toBe(true)
    expect(location.startsWith(after)).toBe(false)
    expect(await isSignedOut(signed)).toBe(false)
  })

  it.each([
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      (hint: string) => `${hint.slice(0, -8)}AAAAAAAA`,
    ],
    ['oidcc-rp-initiated-logout-bad-id-token-hint', () => 'foobar'],
  ])('%s', async (_module, change) => {
    const signed = await open()
    const params = { id_token_hint: change(signed.hint), post_logout_redirect_uri: after }
    const { location } = await signOut(signed, params)
    expect(location.startsWith(after)).toBe(false)
    expect(await isSignedOut(signed)).toBe(true)
  })

  it('oidcc-rp-initiated-logout-no-id-token-hint', async () => {
    const signed = await open()
    const { location } = await signOut(signed, { post_logout_redirect_uri: after })
    expect(location.startsWith(after)).toBe(false)
  })

  it.each([
    ['oidcc-rp-initiated-logout-no-params', false, ''],
    ['oidcc-rp-initiated-logout-no-post-logout-redirect-uri', true, ''],
    ['oidcc-rp-initiated-logout-only-state', false, 'x'],
  ])('%s', async (_module, hasHint, state) => {
    const signed = await open()
    const params = {
      ...(hasHint ? { id_token_hint: signed.hint } : {}),
      ...(state === '' ? {} : { state }),
    }
    const { location } = await signOut(signed, params)
    expect(location.startsWith(after)).toBe(false)
    expect(await isSignedOut(signed)).toBe(true)
  })
})

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  it('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
    expect(await metadataOf(plan)).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
  })

  it('oidcc-backchannel-rp-initiated-logout', async () => {
    const party = await registerParty(plan.test, {
      backchannelLogoutUri: `${service.url}/logout`,
      postLogoutRedirectUris: [after],
    })
    const at = { ...plan, party }
    const signed = await open(at)
    const { sid } = decodeJwt(signed.hint)
    await signOut(signed, { id_token_hint: signed.hint, post_logout_redirect_uri: after })
    const told = service.calls.find(({ path }) => path === '/logout')
    const token = new URLSearchParams(told?.body).get('logout_token') ?? ''
    const { payload, protectedHeader } = await verified(at, token)
    expect(protectedHeader.typ).toBe('logout+jwt')
    expect(payload).toMatchObject({
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(payload.nonce).toBeUndefined()
  })
})

describe('oidcc-frontchannel-rp-initiated-logout-certification-test-plan', () => {
  it('oidcc-frontchannel-logout-discovery-endpoint-verification', async () => {
    expect(await metadataOf(plan)).toMatchObject({
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
    })
  })

  it('oidcc-frontchannel-rp-initiated-logout', async () => {
    const party = await registerParty(plan.test, {
      frontchannelLogoutUri: 'https://app.example.test/frontchannel',
      postLogoutRedirectUris: [after],
    })
    const at = { ...plan, party }
    const signed = await open(at)
    const query = new URLSearchParams({
      id_token_hint: signed.hint,
      post_logout_redirect_uri: after,
    })
    const page = await signed.browser.visit(`/api/oidc/endsession?${query}`)
    const frame = new URL(
      (/<iframe src="([^"]+)"/.exec(page.body)?.[1] ?? '').replaceAll('&#38;', '&'),
    )
    expect(`${frame.origin}${frame.pathname}`).toBe('https://app.example.test/frontchannel')
    expect(Object.fromEntries(frame.searchParams)).toEqual({
      iss: plan.issuer,
      sid: decodeJwt(signed.hint).sid,
    })
    expect(page.body).toContain(`<a href="${after}">`)
    expect(await isSignedOut(signed)).toBe(true)
  })
})

describe('the pages that ask about signing out', () => {
  it.each([
    ['de', 'Abmelden?', 'Angemeldet bleiben'],
    ['ja', 'サインアウトしますか？', 'サインインしたままにする'],
    ['th', 'ออกจากระบบหรือไม่', 'ลงชื่อเข้าใช้ต่อไป'],
  ])('speak the language of the browser: %s', async (language, question, stay) => {
    const { browser } = await open()
    const headers = { 'accept-language': language }
    const page = await browser.visit('/api/oidc/endsession', { headers })
    expect(page.body).toContain(`<html lang="${language}">`)
    expect(page.body).toContain(`<h1>${question}</h1>`)
    expect(page.body).toContain(stay)
    expect(page.body).toContain(plan.test.tenant.companyName)
  })
})
