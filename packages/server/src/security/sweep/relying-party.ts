import { createHash } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { type Browser, createBrowser } from '../../../testing/browser.ts'
import type { BuiltUser } from '../../../testing/builders.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { startSession } from '../../modules/tenancy/sessions/index.ts'

const redirectUri = 'https://rp.example.test/cb'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const register = async (test: TestApp, as: string, more: object) => {
  const made = await test.call(createOidcApplication, {
    as,
    body: {
      name: `Party ${test.platform.ids.random(6).toString('hex')}`,
      applicationType: 'OIDC_WEB',
      redirectUris: [redirectUri],
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
      ...more,
    },
  })
  const { application, clientSecret } = JSON.parse(made.text)
  return {
    id: String(application.id),
    clientId: String(application.clientId),
    authorization: `Basic ${Buffer.from(`${application.clientId}:${clientSecret}`).toString('base64')}`,
  }
}

/** A browser in which someone is signed in. */
const browserOf = async (test: TestApp, user: BuiltUser): Promise<Browser> => {
  const { cookie } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  browser.cookies.set('signet', cookie.value ?? '')
  return browser
}

const requestOf = (clientId: string, verifier: string): string =>
  `/api/oidc/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid offline_access',
    prompt: 'none',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`

/** An application with a secret, as it asks the service over HTTP. */
export const createRelyingParty = async (test: TestApp, as: string, change: object = {}) => {
  const { id, clientId, authorization } = await register(test, as, change)
  const { host } = new URL(test.tenant.publicUrl)
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    createBrowser(test.app, host).visit(`/api/oidc/${path}`, {
      method: 'POST',
      form,
      headers: { authorization, ...headers },
    })
  /** A code of someone who is signed in here already. */
  const codeOf = async (user: BuiltUser) => {
    const code_verifier = test.platform.ids.random(32).toString('base64url')
    const browser = await browserOf(test, user)
    const asked = await browser.visit(requestOf(clientId, code_verifier))
    const code = new URL(String(asked.headers.location)).searchParams.get('code') ?? ''
    const redeemed = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const form = { ...redeemed, code_verifier }
    return { form, exchange: () => post('token', form) }
  }
  return {
    id,
    clientId,
    post,
    browserOf: (user: BuiltUser) => browserOf(test, user),
    /** Where a sign-in without questions leads. */
    signIn: async (browser: Browser): Promise<string> => {
      const verifier = test.platform.ids.random(32).toString('base64url')
      return String((await browser.visit(requestOf(clientId, verifier))).headers.location)
    },
    codeOf,
    /** Tokens of someone who is signed in here already. */
    tokensOf: async (user: BuiltUser): Promise<Tokens> =>
      (await (await codeOf(user)).exchange()).json(),
    refresh: (refresh_token: string) =>
      post('token', { grant_type: 'refresh_token', refresh_token }),
    ownToken: () => post('token', { grant_type: 'client_credentials' }),
    introspect: (token: string) => post('introspection', { token }),
    userinfo: (token: string) =>
      createBrowser(test.app, host).visit('/api/oidc/userinfo', {
        headers: { authorization: `Bearer ${token}` },
      }),
  }
}

export type RelyingParty = Awaited<ReturnType<typeof createRelyingParty>>
