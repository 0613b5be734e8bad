import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  returnOf,
  userinfoOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `isOf` and `isReturn` in sign-out-requests.ts, the end of the session in leave.ts. */

const after = 'https://app.example.test/bye'

let test: TestApp
let service: Awaited<ReturnType<typeof startHttpService>>
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  service = await startHttpService()
  allowServices(test, [service])
  user = await buildUser(test.ctx)
  party = await registerParty(test, {
    name: 'Leaving',
    postLogoutRedirectUris: [after],
    backchannelLogoutUri: `${service.url}/told`,
  })
})
afterAll(async () => {
  await service.close()
  await test.close()
})

interface Opened {
  readonly browser: Browser
  readonly hint: string
  readonly access: unknown
}

/** Somebody in a browser who has opened the application. */
const open = async (of = party): Promise<Opened> => {
  const browser = await browserOf(test, user)
  const back = await returnOf(browser, of)
  const { body } = await postForm(test, '/token', {
    party: of,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })
  return { browser, hint: String(body.id_token), access: body.access_token }
}

type Query = Readonly<Record<string, string>>

const leave = (browser: Browser, query: Query) =>
  browser.visit(`/api/oidc/endsession?${new URLSearchParams(query)}`)

const isSignedIn = async ({ access }: Opened): Promise<boolean> =>
  'sub' in (await userinfoOf(test, access))

const change = (of: Party, name: string, body: object) => {
  const wanted = { name, applicationType: 'OIDC_WEB', ...body }
  return buildAdmin(test.ctx).then(({ token: as }) =>
    test.call(updateOidcApplication, { as, params: { id: of.rowId }, body: wanted }),
  )
}

describe('an application that shows an ID token of this session', () => {
  it.each([
    ['GET', (browser: Browser, query: Query) => leave(browser, query)],
    [
      'POST',
      async (browser: Browser, form: Query) => {
        const { headers } = await browser.visit('/api/oidc/endsession', { method: 'POST', form })
        return browser.visit(String(headers.location))
      },
    ],
  ])('signs the person out without a question, by %s', async (_method, ask) => {
    const opened = await open()
    const query = { id_token_hint: opened.hint, post_logout_redirect_uri: after, state: 'a b' }
    const answer = await ask(opened.browser, query)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${after}?state=a+b`])
    expect(await isSignedIn(opened)).toBe(false)
    expect((await returnOf(opened.browser, party, { prompt: 'none' })).search).toContain(
      'error=login_required',
    )
    const token = new URLSearchParams(service.calls.at(-1)?.body).get('logout_token') ?? ''
    expect(decodeJwt(token)).toMatchObject({ sid: decodeJwt(opened.hint).sid, aud: party.id })
    // Once more, as where the person has gone back: nobody is left to ask.
    expect((await ask(opened.browser, query)).headers.location).toBe(`${after}?state=a+b`)
  })

  it('may show one that has expired', async () => {
    const opened = await open()
    test.clock.advance(2 * 60 * 60 * 1000)
    try {
      const query = { id_token_hint: opened.hint, post_logout_redirect_uri: after }
      expect((await leave(opened.browser, query)).headers.location).toBe(after)
    } finally {
      test.clock.advance(-2 * 60 * 60 * 1000)
    }
  })

  it('leads to the page of this service without an address, and is in the audit log', async () => {
    const opened = await open()
    const { headers } = await leave(opened.browser, { id_token_hint: opened.hint })
    expect(headers.location).toBe(`${test.tenant.publicUrl}/api/oidc/endsession/success`)
    const events = (await chainedExport(test)).filter((line) => line.includes('_SIGN_OUT'))
    expect(events.at(-1)).toContain(user.id)
    expect(events.at(-1)).toContain(party.id)
  })

  it('asks all the same where it is set so', async () => {
    const asking = { postLogoutRedirectUris: [after], confirmsSignOut: true }
    const own = await registerParty(test, asking)
    const opened = await open(own)
    const query = { id_token_hint: opened.hint, post_logout_redirect_uri: after }
    expect((await leave(opened.browser, query)).body).toContain('Sign out?')
    expect(await isSignedIn(opened)).toBe(true)
  })
})

describe('somebody is asked', () => {
  const garbled = (hint: string): string => `${hint.slice(0, -8)}AAAAAAAA`

  it.each<[string, (opened: Opened) => Promise<Query> | Query]>([
    ['without a hint', () => ({ client_id: party.id })],
    ['for an application that nobody knows', () => ({ client_id: 'another' })],
    ['with a hint that is no token', () => ({ id_token_hint: 'nonsense' })],
    ['with a changed hint', ({ hint }) => ({ id_token_hint: garbled(hint) })],
    [
      'with a changed hint and an address',
      ({ hint }) => ({ id_token_hint: garbled(hint), post_logout_redirect_uri: after }),
    ],
    [
      'with the hint of another application than is named',
      async ({ hint }) => ({ id_token_hint: hint, client_id: (await registerParty(test)).id }),
    ],
    ['with the hint of another session', async () => ({ id_token_hint: (await open()).hint })],
    [
      'with the hint of an application that is disabled',
      async () => {
        const gone = await registerParty(test, { name: 'Gone' })
        const { hint } = await open(gone)
        expect((await change(gone, 'Gone', { enabled: false })).status).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 1100))
        return { id_token_hint: hint }
      },
    ],
  ])('%s', async (_what, queryOf) => {
    const opened = await open()
    const query = await queryOf(opened)
    const page = await leave(opened.browser, query)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Sign out?')])
    expect(await isSignedIn(opened)).toBe(true)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const form = { xsrf, logout: 'yes' }
    const path = '/api/oidc/endsession/confirm'
    const done = await opened.browser.visit(path, { method: 'POST', form })
    expect(String(done.headers.location)).not.toContain(after)
    expect(await isSignedIn(opened)).toBe(false)
  })

  it('in the language that the application asks for', async () => {
    const { browser } = await open()
    expect((await leave(browser, { ui_locales: 'xx de-CH' })).body).toContain('<html lang="de">')
  })

  it('nothing, and sent nowhere, by an address that is not registered', async () => {
    const opened = await open()
    for (const browser of [opened.browser, createBrowser(test.app, browserHost())]) {
      const query = { id_token_hint: opened.hint, post_logout_redirect_uri: `${after}/other` }
      const { statusCode, headers } = await leave(browser, query)
      expect([statusCode, headers.location]).toEqual([400, undefined])
    }
    expect(await isSignedIn(opened)).toBe(true)
  })
})

const browserHost = (): string => new URL(test.tenant.publicUrl).host
