import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../../testing/browser.ts'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  returnOf,
  shortReturnOf,
  verifier,
} from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  party = await registerParty(test)
})
afterAll(() => test.close())

const ask = async (change: Record<string, string> = {}) =>
  returnOf(await browserOf(test, user), party, change)

describe('an authorization response', () => {
  // RFC 9207: without `iss` a client could be led to send the code to another issuer.
  it('names its issuer in answers and in refusals, by the short way and the library’s', {
    meta: { covers: ['S16'] },
  }, async () => {
    const issuer = `${test.tenant.publicUrl}/api/oidc`
    const answers = [
      await ask(),
      await shortReturnOf(test, user, party),
      await ask({ prompt: 'none', max_age: '0' }),
    ]
    expect(answers.map(({ searchParams }) => searchParams.get('iss'))).toEqual(
      answers.map(() => issuer),
    )
    expect(answers.map(({ searchParams }) => searchParams.has('code'))).toEqual([true, true, false])
  })
})

describe('an authorization request', () => {
  it('is refused without a challenge, and with a plain one', {
    meta: { covers: ['S16'] },
  }, async () => {
    const changes: readonly Record<string, string>[] = [
      { code_challenge: '' },
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge_method: '' },
    ]
    for (const change of changes) {
      const back = await ask(change)
      expect(back.searchParams.get('code'), JSON.stringify(change)).toBeNull()
      expect(back.searchParams.get('error')).toBe('invalid_request')
    }
  })
})

describe('a code', () => {
  it('gives no token without its verifier, or for another one', {
    meta: { covers: ['S16'] },
  }, async () => {
    const forms: readonly Record<string, string>[] = [{}, { code_verifier: 'x'.repeat(43) }]
    for (const form of forms) {
      const code = (await ask()).searchParams.get('code') ?? ''
      const grant = { grant_type: 'authorization_code', code, redirect_uri: callback }
      const { status, body } = await postForm(test, '/token', {
        party,
        form: { ...grant, ...form },
      })
      expect([status, body.error]).toEqual([400, 'invalid_grant'])
    }
  })
})

const redeem = async (
  as: Party,
  form: Record<string, string>,
  headers?: Record<string, string>,
) => {
  const back = await returnOf(await browserOf(test, user), as)
  const code = back.searchParams.get('code') ?? ''
  return postForm(test, '/token', {
    party: as,
    form: { grant_type: 'authorization_code', code, code_verifier: verifier, ...form },
    ...(headers === undefined ? {} : { headers }),
  })
}

describe('a client with a secret', () => {
  it.each(['client_secret_basic', 'client_secret_post'])(
    'may send it in the header or in the form when registered for %s',
    async (tokenEndpointAuthMethod) => {
      const as = await registerParty(test, { tokenEndpointAuthMethod })
      const form = { redirect_uri: callback }
      const inForm = { ...form, client_id: as.id, client_secret: as.secret }
      const answers = [await redeem(as, form), await redeem(as, inForm, {})]
      expect(answers.map(({ status, body }) => [status, body.token_type])).toEqual([
        [200, 'Bearer'],
        [200, 'Bearer'],
      ])
      const wrong = await redeem(as, { ...inForm, client_secret: 'x'.repeat(43) }, {})
      expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
    },
  )
})

describe('the redirect URI', () => {
  it('is required in an authorization request, pushed or not, though only one is registered', async () => {
    const request = Object.fromEntries(requestOf(party))
    delete request.redirect_uri
    const visitor = await browserOf(test, user)
    const asked = await visitor.visit(`/api/oidc/authorize?${new URLSearchParams(request)}`)
    expect(String(asked.headers.location)).toMatch(
      /^\/#\/error\?error=invalid_request&error_description=.*redirect_uri/,
    )
    const { status, body } = await postForm(test, '/par', { party, form: request })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('may be left out of the token request where only one is registered (OAuth 2.1)', async () => {
    expect((await redeem(party, {})).status).toBe(200)
    const redirectUris = [callback, 'https://app.example.test/other']
    const several = await registerParty(test, { redirectUris })
    expect((await redeem(several, {})).body.error).toBe('invalid_request')
  })
})

describe('a registered address', () => {
  it.each([
    'https://app.example.test/callback/',
    'https://app.example.test/callback?more=1',
    'https://app.example.test/callback#part',
    'https://app.example.test:443/callback',
    'https://APP.example.test/callback',
    'https://app.example.test/x/../callback',
    'https://app.example.test/%63allback',
    'https://app.example.test@evil.example/callback',
    'https://app.example.test.evil.example/callback',
    'https://app.example.test\\@evil.example/callback',
    'https://аpp.example.test/callback',
    'http://app.example.test/callback',
    '//app.example.test/callback',
    'javascript:alert(1)//app.example.test/callback',
  ])('is taken for no other: %s', { meta: { covers: ['S17'] } }, async (redirect_uri) => {
    const back = await ask({ redirect_uri })
    expect(back.searchParams.get('code')).toBeNull()
    expect(back.pathname + back.hash).toMatch(/^\/#\/error/)
    expect(back.host).toBe('nowhere.example.test')
    // Nor by the short way, which whoever has yet to sign in goes.
    const visitor = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
    const asked = await visitor.visit(`/api/oidc/authorize?${requestOf(party, { redirect_uri })}`)
    expect(String(asked.headers.location)).toMatch(/^\/#\/error/)
  })
})
