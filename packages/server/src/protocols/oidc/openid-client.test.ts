import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import * as openid from 'openid-client'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '../../modules/tenancy/sessions/index.ts'
import { createBrowser } from '../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const redirectUri = 'https://rp.example.test/callback'

let test: TestApp
let user: BuiltUser
let agent: Agent
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const address = test.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connector = buildConnector({})
  // The tenant's public name leads to this process, as a resolver would lead it.
  agent = new Agent({
    connect: (options, callback) =>
      connector({ ...options, hostname: '127.0.0.1', port: String(port) }, callback),
  })
})
afterAll(async () => {
  await agent.close()
  await test.close()
})

const customFetch: openid.CustomFetch = async (url, { body, headers, method }) => {
  const answer = await undiciFetch(url, {
    dispatcher: agent,
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined || body === null ? {} : { body: String(body) }),
  })
  const text = await answer.text()
  return new Response(text === '' ? null : text, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  })
}

const discovered = async (change: Record<string, unknown> = {}) => {
  const { token } = await buildAdmin(test.ctx)
  const made = await test.call(createOidcApplication, {
    as: token,
    body: {
      name: `RP ${Date.now()}`,
      applicationType: 'OIDC_WEB',
      redirectUris: [redirectUri],
      ...change,
    },
  })
  const { application, clientSecret } = JSON.parse(made.text)
  return openid.discovery(
    new URL(`${test.tenant.publicUrl}/api/oidc`),
    application.clientId,
    clientSecret,
    undefined,
    { execute: [openid.allowInsecureRequests], [openid.customFetch]: customFetch },
  )
}

/** The browser's part: follows the request with a session, as after a sign-in. */
const signedInBrowser = async () => {
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
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
  browser.cookies.set('signet', cookie.value ?? '')
  return browser
}

describe('a relying party with openid-client', () => {
  it('discovers, signs someone in, reads who it is, refreshes, introspects and revokes', async () => {
    const configuration = await discovered()
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const nonce = openid.randomNonce()
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid profile email offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const answer = await (await signedInBrowser()).visit(url.href)
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      new URL(String(answer.headers.location)),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
    )
    expect(tokens.claims()?.sub).toBe(user.id)
    const info = await openid.fetchUserInfo(configuration, tokens.access_token, user.id)
    expect(info).toMatchObject({ sub: user.id, preferred_username: user.userId })

    const refreshed = await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    expect((await openid.tokenIntrospection(configuration, refreshed.access_token)).active).toBe(
      true,
    )
    await openid.tokenRevocation(configuration, refreshed.access_token)
    expect((await openid.tokenIntrospection(configuration, refreshed.access_token)).active).toBe(
      false,
    )
  })

  it('binds its tokens to a DPoP key: another key cannot use them', async () => {
    const configuration = await discovered()
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await (await signedInBrowser()).visit(url.href)
    const proof = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair())
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      new URL(String(answer.headers.location)),
      { pkceCodeVerifier: verifier },
      undefined,
      { DPoP: proof },
    )
    expect(tokens.token_type).toBe('dpop')
    const thief = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair())
    const stolen = openid.fetchUserInfo(configuration, tokens.access_token, user.id, {
      DPoP: thief,
    })
    await expect(stolen).rejects.toThrow('server responded with a challenge')
    const own = await openid.fetchUserInfo(configuration, tokens.access_token, user.id, {
      DPoP: proof,
    })
    expect(own.sub).toBe(user.id)
  })

  it('gets a token in its own name', async () => {
    const configuration = await discovered({ applicationType: 'OIDC_SERVER', redirectUris: [] })
    const tokens = await openid.clientCredentialsGrant(configuration)
    expect(tokens.access_token.split('.')).toHaveLength(3)
  })
})
