import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildUser } from '../../testing/builders.ts'
import { createCookieJar } from '../../testing/cookie-jar.ts'
import { callback, type Party, registerParty, requestOf } from '../../testing/oidc/party.ts'
import {
  authnRequest,
  registerProvider,
  type ServiceProvider,
  signedPath,
} from '../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startSession } from '../modules/tenancy/sessions/index.ts'

/*
 * People who open many pages and finish none, or come back to them. Guards: `isBegunHere`,
 * `requestAnew`, `endRequest` and the limit of `longestName`.
 */

let test: TestApp
let party: Party
let provider: ServiceProvider
let user: BuiltUser
let jar: ReturnType<typeof createCookieJar>
beforeAll(async () => {
  test = await startTestApp()
  party = await registerParty(test)
  provider = await registerProvider(test)
  user = await buildUser(test.ctx)
})
afterAll(() => test.close())
beforeEach(() => {
  jar = newJar()
})

const newJar = () => createCookieJar(test.app, new URL(test.tenant.publicUrl).host)

const sso = '/api/saml/SAML2/SSO'
const state = randomBytes(147).toString('base64url')

interface Family {
  readonly name: string
  /** Where an application sends people. */
  readonly request: (given: string) => Promise<string>
  /** Where a page leads on to, once someone has signed in. */
  readonly resumeOf: (page: string) => string
  /** Whether an answer brings someone back to the application with what it asked for. */
  readonly isBack: (answer: Answer, given: string) => boolean
}

type Jar = ReturnType<typeof newJar>
type Answer = Awaited<ReturnType<Jar['visit']>>

const nameIn = (page: string): string =>
  new URL(page, test.tenant.publicUrl).searchParams.get('uid') ?? ''

const oidc = (name: string, change: Readonly<Record<string, string>>): Family => ({
  name,
  request: async (given) =>
    `/api/oidc/authorize?${requestOf(party, { state: given, nonce: 'n'.repeat(43), ...change })}`,
  resumeOf: (page) => `/api/oidc/authorize/${nameIn(page)}`,
  isBack: ({ headers }, given) => {
    const back = new URL(String(headers.location), test.tenant.publicUrl)
    const { searchParams: query } = back
    return back.href.startsWith(callback) && query.has('code') && query.get('state') === given
  },
})

const families: readonly Family[] = [
  oidc('OpenID Connect, in short', {}),
  oidc('OpenID Connect, by the library', { ui_locales: 'en' }),
  oidc('OpenID Connect, too long for an address', { ui_locales: 'en', claims: longClaims() }),
  {
    name: 'SAML',
    request: (given) => signedPath(sso, authnRequest(test, provider), given),
    resumeOf: (page) => `${sso}?uid=${nameIn(page)}`,
    isBack: ({ body }, given) => body.includes('name="SAMLResponse"') && body.includes(given),
  },
]

/** A claims request whose values do not shrink. */
function longClaims(): string {
  const values = Array.from({ length: 60 }, () => randomBytes(24).toString('base64url'))
  return JSON.stringify({ userinfo: { email: { values } } })
}

/** In each browser its own: what is counted is what one sends and keeps. */
const signIn = async (browser: Jar): Promise<void> => {
  const { cookie } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: 'aal1',
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  browser.put('signet', cookie.value ?? '')
}

/** Follows redirects of this service, as a browser does. */
const follow = async (browser: Jar, address: string): Promise<Answer> => {
  let answer = await browser.visit(address)
  for (let hops = 0; hops < 5; hops += 1) {
    const location = String(answer.headers.location ?? '')
    if (!location.replace(test.tenant.publicUrl, '').startsWith('/api/')) break
    answer = await browser.visit(location)
  }
  return answer
}

const givenOf = (n: number): string => `${n}-${state}`

/** The pages of as many requests, one after the other. */
const openPages = async (browser: Jar, family: Family, count: number): Promise<string[]> => {
  const pages: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { headers } = await browser.visit(await family.request(givenOf(n)))
    pages.push(String(headers.location))
  }
  return pages
}

const everywhere = ['/', '/oidc/authentication', '/api/oidc/authorize', '/api/web/v1/session', sso]

describe.each(families)('a browser with unfinished requests of $name', (family) => {
  it.each([15, 100])('sends less than 4 KB of cookies to every address after %i', async (count) => {
    const pages = await openPages(jar, family, count)
    expect(pages.every((page) => nameIn(page) !== '')).toBe(true)
    const addresses = [...everywhere, ...pages, ...pages.map(family.resumeOf)]
    const longest = Math.max(...addresses.map((address) => jar.headerFor(address).length))
    expect([longest < 4096, jar.count() <= 20]).toEqual([true, true])
  })

  it('finishes the first, a middle and the last of a hundred', async () => {
    const pages = await openPages(jar, family, 100)
    await signIn(jar)
    for (const n of [0, 50, 99]) {
      const answer = await follow(jar, family.resumeOf(pages[n] ?? ''))
      expect(family.isBack(answer, givenOf(n))).toBe(true)
    }
  })

  // Guard: `mostEnded`; a cookie that names more is none of the product's.
  it('finishes thirty, one after another, and names no more than twenty of them in its cookie', async () => {
    const pages = await openPages(jar, family, 30)
    await signIn(jar)
    for (const [n, page] of pages.entries()) {
      const answer = await follow(jar, family.resumeOf(page))
      expect([n, family.isBack(answer, givenOf(n))]).toEqual([n, true])
    }
    expect(jar.headerFor('/')).toMatch(/signet-browser=[\w-]{43}(?:\.[\w-]{22}){20}(?:;|$)/)
  })

  it('finishes ten tabs that were restored at the same moment', async () => {
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, n) => family.request(givenOf(n))),
    )
    const pages = (await jar.visitAll(requests)).map(({ headers }) => String(headers.location))
    await signIn(jar)
    for (const [n, page] of pages.entries()) {
      const answer = await follow(jar, family.resumeOf(page))
      expect([n, family.isBack(answer, givenOf(n))]).toEqual([n, true])
    }
  })

  it('does not finish one twice', async () => {
    const [page = ''] = await openPages(jar, family, 1)
    await signIn(jar)
    await follow(jar, family.resumeOf(page))
    const again = await follow(jar, family.resumeOf(page))
    expect(again.headers.location).toMatch(/^\/#\/error/)
  })
})

describe.each(families.filter(({ name }) => !name.includes('too long')))(
  'a page of $name that was left open for too long',
  (family) => {
    it('starts its request again', async () => {
      const [page = ''] = await openPages(jar, family, 1)
      test.clock.advance(2 * 3_600_000)
      await signIn(jar)
      const answer = await follow(jar, family.resumeOf(page))
      expect(family.isBack(answer, givenOf(0))).toBe(true)
    })
  },
)
