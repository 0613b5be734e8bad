import {
  completeAuthentication,
  logout,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, goodPassword, sessionTokenOf } from '../../testing/access/people.ts'
import { createBrowser } from '../../testing/browser.ts'
import { buildAdmin } from '../../testing/builders.ts'
import type { Call } from '../../testing/call.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../testing/test-app.ts'

/*
 * Guards: the cookies of `app/doors.ts`, of the OpenID Connect configuration and of
 * `waiting-requests.ts`: out of reach of scripts and other sites, and under TLS of this host alone.
 */

let test: TestApp
let overTls: TestTenant
beforeAll(async () => {
  test = await startTestApp()
  const { ctx, tenant, call } = await test.otherTenant()
  const publicUrl = tenant.publicUrl.replace(/^http:(.*):\d+$/, 'https:$1')
  await ctx.db.updateTable('tenants').set({ public_url: publicUrl }).execute()
  overTls = { ctx, tenant: { ...tenant, publicUrl }, call }
})
afterAll(() => test.close())

interface Cookie {
  readonly name: string
  readonly value: string
  /** In lower case. */
  readonly attributes: readonly string[]
}

const cookiesIn = (headers: Readonly<Record<string, unknown>>): readonly Cookie[] =>
  [headers['set-cookie'] ?? []].flat().map((line) => {
    const [pair = '', ...attributes] = String(line).split(/;\s*/)
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? []
    return { name, value, attributes: attributes.map((each) => each.toLowerCase()) }
  })

const signIn = async (call: Call, userId: string) => {
  const { body } = await call(queryAuthenticators, { body: { userId } })
  return call(completeAuthentication, {
    params: { authenticator: 'PASSWORD' },
    body: { authToken: body.authToken, response: goodPassword },
  })
}

/** Answered without the library, and by it. */
const scopes = ['openid', 'openid offline_access'] as const

/** Someone signs in on the way to an application. */
const signInFor = async (
  { ctx, tenant, call }: TestTenant,
  scope: (typeof scopes)[number] = 'openid',
) => {
  const redirectUri = 'https://rp.example.test/cb'
  const made = await call(createOidcApplication, {
    as: (await buildAdmin(ctx)).token,
    body: {
      name: ctx.platform.ids.uuid(),
      applicationType: 'OIDC_SPA',
      redirectUris: [redirectUri],
    },
  })
  const browser = createBrowser(test.app, new URL(tenant.publicUrl).host)
  const request = new URLSearchParams({
    client_id: String(JSON.parse(made.text).application.clientId),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const asked = await browser.visit(`/api/oidc/authorize?${request}`)
  const uidIn = ({ headers }: Pick<typeof asked, 'headers'>) =>
    new URL(String(headers.location), tenant.publicUrl).searchParams.get('uid')
  const signed = await signIn(call, (await buildPerson(ctx)).userId)
  for (const { name, value } of cookiesIn(signed.headers)) browser.cookies.set(name, value)
  const resume = (from = asked) => browser.visit(`/api/oidc/authorize/${uidIn(from)}`)
  return { browser, asked, signed, resume }
}

const leadsBack = ({ headers }: { readonly headers: { readonly location?: string } }): boolean =>
  String(headers.location).startsWith('https://rp.example.test/cb?code=')

/** Every cookie of a sign-in to an application and of the sign-out that follows. */
const cookiesOf = async (
  at: TestTenant,
  scope: (typeof scopes)[number],
): Promise<readonly Cookie[]> => {
  const { asked, signed, resume } = await signInFor(at, scope)
  const resumed = await resume()
  expect(leadsBack(resumed)).toBe(true)
  const left = await at.call(logout, { as: sessionTokenOf(signed.body) })
  return [asked, signed, resumed, left].flatMap(({ headers }) => cookiesIn(headers))
}

const isSession = ({ name }: Cookie): boolean => /^(?:__Host-)?signet$/.test(name)

describe('a cookie', () => {
  it.each(scopes)(
    'is out of reach of scripts and of other sites, for %s',
    { meta: { covers: ['S42'] } },
    async (scope) => {
      const cookies = await cookiesOf(test, scope)
      const names = new Set(cookies.map(({ name }) => name))
      expect([...names].toSorted()).toEqual(['signet', 'signet-browser'])
      for (const { name, attributes } of cookies) {
        expect(attributes, name).toContain('httponly')
        expect(attributes, name).toContain('samesite=lax')
        expect(
          attributes.some((each) => each.startsWith('domain')),
          name,
        ).toBe(false)
      }
    },
  )

  it.each(scopes)(
    'goes over TLS where there is TLS, to this host alone, for %s',
    { meta: { covers: ['S42'] } },
    async (scope) => {
      const cookies = await cookiesOf(overTls, scope)
      for (const { name, attributes } of cookies) expect(attributes, name).toContain('secure')
      expect(cookies.filter(isSession).length).toBeGreaterThanOrEqual(2)
      for (const { name, attributes } of cookies) {
        expect(name).toMatch(/^__Host-signet(?:-browser)?$/)
        expect(attributes).toContain('path=/')
      }
    },
  )

  it('of a session counts for nothing under another name', {
    meta: { covers: ['S42'] },
  }, async () => {
    const { browser, resume } = await signInFor(overTls)
    const secret = browser.cookies.get('__Host-signet') ?? ''
    const leave = async () => (await browser.visit('/api/oidc/endsession')).body
    browser.cookies.delete('__Host-signet')
    browser.cookies.set('signet', secret)
    const askedAgain = await resume()
    expect(leadsBack(askedAgain)).toBe(false)
    expect(await leave()).not.toContain('Sign out?')
    browser.cookies.set('__Host-signet', secret)
    expect(await leave()).toContain('Sign out?')
    expect(leadsBack(await resume(askedAgain))).toBe(true)
  })

  it('of the browser that began a request is what lets it go on', {
    meta: { covers: ['S42'] },
  }, async () => {
    const { browser, resume } = await signInFor(test)
    const own = browser.cookies.get('signet-browser') ?? ''
    browser.cookies.set('signet-browser', 'A'.repeat(43))
    expect(leadsBack(await resume())).toBe(false)
    browser.cookies.set('signet-browser', own)
    expect(leadsBack(await resume())).toBe(true)
  })
})
