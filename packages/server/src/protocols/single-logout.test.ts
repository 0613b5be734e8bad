import { logout } from '@signet/contract/access/authentication'
import { readUpstreamSignOut } from '@signet/contract/access/upstream-sign-in'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { type BuiltUser, buildUser } from '../../testing/builders.ts'
import { allowServices, startHttpService } from '../../testing/http-services.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  returnOf,
  userinfoOf,
  verifier,
  visitorOf,
} from '../../testing/oidc/party.ts'
import {
  authnRequest,
  down,
  formIn,
  logoutRequest,
  messageIn,
  registerProvider,
  type ServiceProvider,
  signedPath,
  spSigner,
  statusOf,
} from '../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { readQuery, redirectTo } from '../platform/saml/bindings.ts'
import { element } from '../platform/xml/build.ts'
import { canonical } from '../platform/xml/canonical.ts'
import { attributeOf, type XmlElement } from '../platform/xml/tree.ts'

/*
 * Signing out by one protocol ends what the others opened. Guards: `hasEnded` in `leaveEverywhere`,
 * the order of `membersOf` and the end of the session, `takeChain` of `continueSignOut`, the origins
 * of `framesPage`.
 */

const frontUri = 'https://app.example.test/signed-out?from=signet'
const after = 'https://app.example.test/bye'
const slo = '/api/saml/SAML2/SLO'

let test: TestApp
let user: BuiltUser
let service: Awaited<ReturnType<typeof startHttpService>>
/** Told in a frame. */
let framed: Party
/** Told by its server. */
let called: Party
let saml: ServiceProvider
beforeAll(async () => {
  test = await startTestApp()
  service = await startHttpService()
  allowServices(test, [service])
  user = await buildUser(test.ctx)
  framed = await registerParty(test, {
    frontchannelLogoutUri: frontUri,
    postLogoutRedirectUris: [after],
  })
  called = await registerParty(test, {
    backchannelLogoutUri: `${service.url}/told`,
    idTokenSigningAlgorithm: 'RS256',
    postLogoutRedirectUris: [after],
  })
  saml = await registerProvider(test, { logoutUrl: 'https://sp.example.test/slo' })
})
afterAll(async () => {
  await service.close()
  await test.close()
})

/** Opens an OpenID Connect application; its tokens. */
const open = async (browser: Browser, party: Party) => {
  const back = await returnOf(browser, party)
  const { body } = await postForm(test, '/token', {
    party,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })
  return { hint: String(body.id_token), access: body.access_token }
}

/** Opens the SAML application; what it needs to sign the person out. */
const openSaml = async (browser: Browser) => {
  const request = authnRequest(test, saml)
  const answer = await browser.visit(await signedPath('/api/saml/SAML2/SSO', request))
  const assertion = down(messageIn(formIn(answer.body)), 'Assertion')
  const index = attributeOf(down(assertion, 'AuthnStatement'), 'SessionIndex') ?? ''
  return [down(assertion, 'Subject', 'NameID'), element('samlp:SessionIndex', {}, [index])] as const
}

const leave = (browser: Browser, hint: string) => {
  const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: after })
  return browser.visit(`/api/oidc/endsession?${query}`)
}

/** As one who is asked, where the application names no session. */
const decide = async (browser: Browser, { id }: Party, chosen: string) => {
  const query = new URLSearchParams({ client_id: id, post_logout_redirect_uri: after })
  const page = await browser.visit(`/api/oidc/endsession?${query}`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  return browser.visit('/api/oidc/endsession/confirm', {
    method: 'POST',
    form: { xsrf, ...(chosen === '' ? {} : { logout: chosen }) },
  })
}

const framesIn = (page: string): readonly URL[] =>
  [...page.matchAll(/<iframe src="([^"]+)"/g)].map(
    ([, src = '']) => new URL(src.replaceAll('&#38;', '&')),
  )

const onwardIn = (page: string): string =>
  (/<a href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&#38;', '&')

const messageAt = (location: unknown) => {
  const found = readQuery(String(location).split('?')[1] ?? '')
  if (found === null) throw new Error(`no message in ${String(location)}`)
  return found
}

const answerTo = (request: XmlElement) =>
  element(
    'samlp:LogoutResponse',
    {
      ID: `_answer${attributeOf(request, 'ID') ?? ''}`,
      Version: '2.0',
      IssueInstant: test.clock.now().toISOString(),
      Destination: `${test.tenant.publicUrl}${slo}`,
      InResponseTo: attributeOf(request, 'ID') ?? '',
    },
    [
      element('saml:Issuer', {}, [saml.entityId]),
      element('samlp:Status', {}, [
        element('samlp:StatusCode', { Value: 'urn:oasis:names:tc:SAML:2.0:status:Success' }),
      ]),
    ],
  )

const toldTokens = () =>
  service.calls
    .filter(({ path }) => path === '/told')
    .map(({ body }) => new URLSearchParams(body).get('logout_token') ?? '')

describe('signing out by an OpenID Connect application', () => {
  it.each([
    ['by its hint', leave],
    ['and a question', (browser: Browser) => decide(browser, framed, 'yes')],
  ])(
    'opens the addresses of others in frames, then goes to the SAML ones, then back: %s',
    {
      meta: { covers: ['S55'] },
    },
    async (_how, ask) => {
      const browser = await browserOf(test, user)
      const { hint } = await open(browser, framed)
      await openSaml(browser)
      const page = await ask(browser, hint)
      expect(page.statusCode).toBe(200)
      const [frame] = framesIn(page.body)
      expect(frame?.origin).toBe('https://app.example.test')
      expect(Object.fromEntries(frame?.searchParams ?? [])).toEqual({
        from: 'signet',
        iss: `${test.tenant.publicUrl}/api/oidc`,
        sid: decodeJwt(hint).sid,
      })
      expect(page.headers['content-security-policy']).toContain(
        'frame-src https://app.example.test;',
      )
      const onward = await browser.visit(onwardIn(page.body))
      expect(String(onward.headers.location)).toMatch(/^https:\/\/sp\.example\.test\/slo\?SAMLReq/)
      const asked = messageAt(onward.headers.location)
      const text = canonical(answerTo(asked.element))
      const sent = { kind: 'SAMLResponse', text, relayState: asked.relayState } as const
      const done = await browser.visit(await redirectTo(slo, sent, spSigner))
      expect(done.headers.location).toBe(after)
      // Each step is made once.
      expect((await browser.visit(onwardIn(page.body))).headers.location).toBe('/#/logout')
    },
  )

  it('leads on at once where nobody is told in the browser', async () => {
    const browser = await browserOf(test, user)
    const { hint } = await open(browser, called)
    expect((await leave(browser, hint)).headers.location).toBe(after)
    expect(decodeJwt(toldTokens().at(-1) ?? '').aud).toBe(called.id)
  })

  it('tells nobody when the person stays signed in', { meta: { covers: ['S55'] } }, async () => {
    const browser = await browserOf(test, user)
    await open(browser, framed)
    await openSaml(browser)
    const before = toldTokens().length
    const stayed = await decide(browser, framed, '')
    expect(stayed.headers.location).toBe(after)
    expect([framesIn(stayed.body), toldTokens().length]).toEqual([[], before])
  })
})

describe('signing out by a SAML application', () => {
  it('tells OpenID Connect applications by their servers and in frames, and ends tokens', {
    meta: { covers: ['S55'] },
  }, async () => {
    const browser = await browserOf(test, user)
    const { hint } = await open(browser, framed)
    const { hint: other, access } = await open(browser, called)
    const named = await openSaml(browser)
    const page = await browser.visit(await signedPath(slo, logoutRequest(test, saml, named), 'x'))
    expect(framesIn(page.body).map(({ searchParams }) => searchParams.get('sid'))).toEqual([
      decodeJwt(hint).sid,
    ])
    const token = toldTokens().at(-1) ?? ''
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'logout+jwt', alg: 'RS256' })
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({
      iss: `${test.tenant.publicUrl}/api/oidc`,
      aud: called.id,
      sub: user.id,
      sid: decodeJwt(other).sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(claims).not.toHaveProperty('nonce')
    expect(await userinfoOf(test, access)).toMatchObject({ error: 'invalid_token' })
    const done = messageAt((await browser.visit(onwardIn(page.body))).headers.location)
    expect([done.relayState, statusOf(done.element)]).toEqual(['x', 'Success'])
  })

  it('says so in the language of the reader', async () => {
    const spoken = {
      'de-CH, en;q=0.5': ['de', 'Sie werden abgemeldet …', 'Weiter'],
      'zh-TW': ['zh-tw', '正在登出…', '繼續'],
      xx: ['en', 'Signing out…', 'Continue'],
    }
    for (const [wished, [locale, working, next]] of Object.entries(spoken)) {
      const browser = await browserOf(test, user)
      await open(browser, framed)
      const named = await openSaml(browser)
      const page = await browser.visit(await signedPath(slo, logoutRequest(test, saml, named)), {
        headers: { 'accept-language': wished },
      })
      expect(page.body).toContain(`<html lang="${locale}">`)
      expect(page.body).toContain(`<title>${working}</title>`)
      expect(page.body).toContain(`<h1>${working}</h1>`)
      expect(page.body).toContain(`>${next}</a>`)
    }
  })

  it('is told as partial when an application did not hear it', async () => {
    const deaf = await registerParty(test, { backchannelLogoutUri: 'http://127.0.0.1:9/told' })
    const browser = await browserOf(test, user)
    await open(browser, deaf)
    const named = await openSaml(browser)
    const answer = await browser.visit(await signedPath(slo, logoutRequest(test, saml, named)))
    expect(statusOf(messageAt(answer.headers.location).element)).toBe('PartialLogout')
  })

  it('goes on with nobody’s sign-out but that of its key', {
    meta: { covers: ['S55'] },
  }, async () => {
    const browser = await browserOf(test, user)
    const answer = await browser.visit(`${slo}?goOn=${'x'.repeat(43)}`)
    expect(answer.headers.location).toBe('/#/logout')
  })
})

describe('signing out on our own pages', () => {
  it('leads to every application that a browser has to tell', async () => {
    const { browser, token } = await visitorOf(test, user)
    const { hint } = await open(browser, framed)
    await open(browser, called)
    await openSaml(browser)
    const before = toldTokens().length
    const { body } = await test.call(readUpstreamSignOut, { as: token })
    expect(toldTokens()).toHaveLength(before)
    expect((await test.call(logout, { as: token })).status).toBeLessThan(300)
    const page = await browser.visit(String(body.redirect))
    expect(framesIn(page.body).map(({ searchParams }) => searchParams.get('sid'))).toEqual([
      decodeJwt(hint).sid,
    ])
    const onward = await browser.visit(onwardIn(page.body))
    // Servers are told by `ended-sessions`, whether a browser comes or not.
    expect(toldTokens()).toHaveLength(before)
    expect(String(onward.headers.location)).toMatch(/^https:\/\/sp\.example\.test\/slo\?SAMLReq/)
  })

  it('leads nowhere when none was opened', async () => {
    const { token } = await visitorOf(test, user)
    expect((await test.call(readUpstreamSignOut, { as: token })).body).toEqual({ redirect: null })
  })
})

describe('an address for frames', () => {
  it('is one of the application itself', { meta: { covers: ['S55'] } }, async () => {
    const elsewhere = { frontchannelLogoutUri: 'https://other.example.test/signed-out' }
    await expect(registerParty(test, elsewhere)).rejects.toThrow('origin of no redirect address')
  })
})
