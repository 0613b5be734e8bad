import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser } from '../../../testing/browser.ts'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import {
  browserOf,
  type Party,
  postForm,
  registerParty,
  requestOf,
} from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/* Every value that OpenID Connect Core 1.0, section 3.1.2.1, lists, alone and with every other. */

let test: TestApp
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  party = await registerParty(test)
})
afterAll(() => test.close())

type Parameters = Readonly<Record<string, string>>

const prompts = ['login', 'consent', 'select_account', 'create', 'unheard_of'] as const

const values: readonly (readonly [name: string, value: string])[] = [
  ...prompts.map((prompt) => ['prompt', prompt] as const),
  ...prompts.flatMap((one) => prompts.map((other) => ['prompt', `${one} ${other}`] as const)),
  ['prompt', 'login consent select_account create'],
  ...['page', 'popup', 'touch', 'wap', 'hologram'].map((value) => ['display', value] as const),
  ['ui_locales', 'de'],
  ['ui_locales', 'fr-CA fr en'],
  ['ui_locales', 'tlh'],
  ['claims_locales', 'de ja'],
  ['acr_values', 'aal1'],
  ['acr_values', 'urn:mace:incommon:iap:silver 0'],
  ['max_age', '0'],
  ['max_age', '1'],
  ['max_age', '86400'],
  ['login_hint', 'somebody@example.test'],
  ['claims', '{"id_token":{"auth_time":{"essential":true}},"userinfo":{"nickname":null}}'],
  ['unheard_of', 'value'],
]

const cases: readonly Parameters[] = values.flatMap(([name, value], at) => [
  { [name]: value },
  ...values
    .slice(at + 1)
    .filter(([other]) => other !== name)
    .map(([other, more]) => ({ [name]: value, [other]: more })),
])

const visit = async (browser: Browser, change: Parameters): Promise<URL> => {
  const answer = await browser.visit(`/api/oidc/authorize?${requestOf(party, change)}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}

const newBrowser = (): Browser => createBrowser(test.app, new URL(test.tenant.publicUrl).host)

/** What is done on each of our pages; the sign-in gives the browser another session. */
const doneOn = async (browser: Browser, page: URL): Promise<URL> => {
  if (page.pathname === '/oidc/authentication') {
    test.clock.advance(1000)
    const cookie = (await browserOf(test, user)).cookies.get('signet') ?? ''
    browser.cookies.set('signet', cookie)
  }
  const uid = page.searchParams.get('uid') ?? ''
  const answer = await browser.visit(`/api/oidc/authorize/${uid}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}

/** Where the request leads in the end, but for pages of consent, which its own tests go through. */
const endOf = async (browser: Browser, change: Parameters): Promise<string> => {
  let place = await visit(browser, change)
  for (let steps = 0; place.pathname === '/oidc/authentication' && steps < 3; steps += 1) {
    place = await doneOn(browser, place)
  }
  if (place.pathname === '/oidc/consent') return 'consent'
  return place.searchParams.get('error') ?? (place.searchParams.has('code') ? 'code' : place.href)
}

const wantsConsent = ({ prompt = '', claims = '' }: Parameters): boolean =>
  prompt.includes('consent') || claims !== ''

describe('an authorization request', () => {
  it(`ends with a code or a question of consent, with each of ${cases.length} choices`, async () => {
    const signedIn = await browserOf(test, user)
    const wrong: unknown[] = []
    for (const change of cases) {
      const expected = wantsConsent(change) ? ['consent', 'code'] : ['code']
      const end = await endOf(change.prompt === undefined ? signedIn : newBrowser(), change)
      if (!expected.includes(end)) wrong.push([change, end])
    }
    expect(wrong).toEqual([])
  })

  it.each(['login', 'select_account', 'create'])(
    'by which somebody is to sign in again shows the page to people who are: %s',
    async (prompt) => {
      const page = await visit(await browserOf(test, user), { prompt })
      expect(page.pathname).toBe('/oidc/authentication')
    },
  )

  it.each([
    ['none', 'login_required', 'code'],
    ['none login', 'invalid_request', 'invalid_request'],
    ['none unheard_of', 'invalid_request', 'invalid_request'],
  ])('with prompt %s shows no page', async (prompt, stranger, known) => {
    expect(await endOf(newBrowser(), { prompt })).toBe(stranger)
    expect(await endOf(await browserOf(test, user), { prompt })).toBe(known)
  })

  it('that may show no page and wants a sign-in of now is told so', async () => {
    const change = { prompt: 'none', max_age: '0' }
    expect(await endOf(await browserOf(test, user), change)).toBe('login_required')
  })

  it('may be pushed with values that nobody knows', async () => {
    const form = Object.fromEntries(requestOf(party, { prompt: 'select_account unheard_of' }))
    expect(await postForm(test, '/par', { party, form })).toMatchObject({ status: 201 })
  })

  it('chooses the language of our pages', async () => {
    const page = await visit(newBrowser(), { ui_locales: 'tlh pt-BR de' })
    expect(page.searchParams.get('ui_locales')).toBe('pt')
  })
})
