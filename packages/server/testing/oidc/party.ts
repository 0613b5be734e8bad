import { createHash, randomBytes } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { startSession } from '../../src/modules/tenancy/sessions/index.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { type BuiltUser, buildAdmin } from '../builders.ts'
import type { TestApp } from '../test-app.ts'

/** Tests only: an application that people of a test's tenant sign in to. */

export const callback = 'https://app.example.test/callback'

export interface Party {
  readonly id: string
  /** Of the row, for administration. */
  readonly rowId: string
  readonly secret: string
}

export const registerParty = async (
  test: TestApp,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Party> => {
  const { token } = await buildAdmin(test.ctx)
  const answer = await test.call(createOidcApplication, {
    as: token,
    body: {
      name: `Party ${randomBytes(4).toString('hex')}`,
      applicationType: 'OIDC_WEB',
      redirectUris: [callback],
      ...change,
    },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  const { application, clientSecret } = JSON.parse(answer.text)
  return { id: application.clientId, rowId: application.id, secret: clientSecret ?? '' }
}

export const basicOf = ({ id, secret }: Party): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** A browser in which someone has signed in, with the token that its pages call the service by. */
export const visitorOf = async (
  test: TestApp,
  user: BuiltUser,
): Promise<{ readonly browser: Browser; readonly token: string }> => {
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  const { cookie, session } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'aal2',
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  browser.cookies.set('signet', cookie.value ?? '')
  return { browser, token: session.jwt.token }
}

/** A browser in which someone has signed in. */
export const browserOf = async (test: TestApp, user: BuiltUser): Promise<Browser> =>
  (await visitorOf(test, user)).browser

export const verifier = randomBytes(32).toString('base64url')

export const requestOf = (party: Party, change: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    client_id: party.id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })

type Form = Readonly<Record<string, string>>

/** A form that the party sends in its own name; `headers` may take the place of its secret. */
export const postForm = async (
  test: TestApp,
  path: string,
  { party, form, headers }: { party: Party; form: Form; headers?: Form },
) => {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/oidc${path}`,
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      'content-type': 'application/x-www-form-urlencoded',
      ...(headers ?? { authorization: basicOf(party) }),
    },
    payload: new URLSearchParams(form).toString(),
  })
  const body: Record<string, unknown> = answer.body === '' ? {} : JSON.parse(answer.body)
  return { status: answer.statusCode, body, headers: answer.headers }
}

/** The address that an authorization request leads this browser back to. */
export const returnOf = async (browser: Browser, party: Party, change: Form = {}): Promise<URL> => {
  const answer = await browser.visit(`/api/oidc/authorize?${requestOf(party, change)}`)
  return new URL(String(answer.headers.location), 'https://nowhere.example.test')
}

/** The same of a browser whose user signs in between: answered without the library. */
export const shortReturnOf = async (test: TestApp, user: BuiltUser, party: Party): Promise<URL> => {
  const visitor = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  const asked = await visitor.visit(`/api/oidc/authorize?${requestOf(party)}`)
  const page = new URL(String(asked.headers.location), test.tenant.publicUrl)
  const signedIn = await browserOf(test, user)
  visitor.cookies.set('signet', signedIn.cookies.get('signet') ?? '')
  const back = await visitor.visit(`/api/oidc/authorize/${page.searchParams.get('uid')}`)
  return new URL(String(back.headers.location), 'https://nowhere.example.test')
}

/** Tokens of somebody who has signed in, by the authorization code. */
export const tokensOf = async (
  test: TestApp,
  {
    user,
    party,
    change = {},
    form = {},
  }: { user: BuiltUser; party: Party; change?: Form; form?: Form },
) => {
  const back = await returnOf(await browserOf(test, user), party, change)
  const code = back.searchParams.get('code') ?? ''
  return postForm(test, '/token', {
    party,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      ...form,
    },
  })
}

/** What the userinfo endpoint tells the holder of a bearer token. */
export const userinfoOf = async (test: TestApp, token: unknown) => {
  const answer = await test.app.inject({
    url: '/api/oidc/userinfo',
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      authorization: `Bearer ${String(token)}`,
    },
  })
  const body: Record<string, unknown> = JSON.parse(answer.body)
  return body
}
