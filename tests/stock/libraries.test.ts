import { Auth } from '@auth/core'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { custom, generators, Issuer } from 'openid-client-5'
import OpenIDConnectStrategy from 'passport-openidconnect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, redirectUri } from './support/client.ts'
import { type StockService, startStockService } from './support/service.ts'
import { type Visitor, visitorOf } from './support/visitor.ts'

/* Libraries for Node.js as their manuals use them: nothing is configured for this service. */

let service: StockService
let visitor: Visitor
beforeAll(async () => {
  // In place of 3.5 seconds: how busy this machine is says nothing of the service.
  custom.setHttpOptionsDefaults({ timeout: 60_000 })
  service = await startStockService()
  visitor = await visitorOf(service)
})
afterAll(() => service.close())

const scope = 'openid profile email'

const backFrom = async (url: URL | string): Promise<URL> =>
  new URL((await visitor.visit(String(url), { until: redirectUri })).url)

describe('a web application with', () => {
  it('openid-client 6 signs somebody in', async () => {
    const { id, secret } = await addClient(service)
    const config = await openid.discovery(new URL(service.issuer), id, secret)
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await backFrom(url), {
      pkceCodeVerifier: verifier,
    })
    const { sub = '' } = tokens.claims() ?? {}
    expect(sub).toBe(service.user.id)
    const info = await openid.fetchUserInfo(config, tokens.access_token, sub)
    expect(info.email).toBe('ada@example.test')
  })

  it('openid-client 5 signs somebody in, and out again', async () => {
    const after = 'https://app.example.test/bye'
    const { id, secret } = await addClient(service, { postLogoutRedirectUris: [after] })
    const { Client } = await Issuer.discover(service.issuer)
    const client = new Client({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
    })
    const code_verifier = generators.codeVerifier()
    const url = client.authorizationUrl({
      scope,
      code_challenge: generators.codeChallenge(code_verifier),
      code_challenge_method: 'S256',
    })
    const params = client.callbackParams((await backFrom(url)).href)
    const tokens = await client.callback(redirectUri, params, { code_verifier })
    expect(tokens.claims()).toMatchObject({ sub: service.user.id, at_hash: expect.any(String) })
    expect((await client.userinfo(tokens)).email).toBe('ada@example.test')
    const leave = client.endSessionUrl({ id_token_hint: tokens, post_logout_redirect_uri: after })
    expect((await visitor.visit(leave, { until: after })).url).toBe(after)
    visitor = await visitorOf(service)
  })

  it('oauth4webapi signs somebody in', async () => {
    const { id, secret } = await addClient(service)
    const issuer = new URL(service.issuer)
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer),
    )
    const client: oauth.Client = { client_id: id }
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const params = oauth.validateAuthResponse(server, client, await backFrom(url))
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(secret),
      params,
      redirectUri,
      verifier,
    )
    const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: true,
    })
    const { sub = '' } = oauth.getValidatedIdTokenClaims(result) ?? {}
    expect(sub).toBe(service.user.id)
    const info = await oauth.userInfoRequest(server, client, result.access_token)
    expect((await oauth.processUserInfoResponse(server, client, sub, info)).email).toBe(
      'ada@example.test',
    )
  })
})

describe('Auth.js', () => {
  it('signs somebody in, by the claims of the ID token alone', async () => {
    const home = 'https://app.example.test'
    const redirectUris = [`${home}/auth/callback/signet`]
    const { id, secret } = await addClient(service, { redirectUris, claimsInIdTokens: true })
    const jar = new Map<string, string>()
    const call = async (path: string, form?: Readonly<Record<string, string>>) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const request = new Request(new URL(path, home), {
        headers: { cookie },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      })
      const answer = await Auth(request, {
        trustHost: true,
        secret: 'a secret of this application',
        providers: [
          {
            id: 'signet',
            name: 'Signet',
            type: 'oidc',
            issuer: service.issuer,
            clientId: id,
            clientSecret: secret,
          },
        ],
        logger: { error: (error) => faults.push(error) },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return answer
    }
    const faults: Error[] = []
    const { csrfToken } = await (await call('/auth/csrf')).json()
    const asked = await call('/auth/signin/signet', { csrfToken, callbackUrl: home })
    const url = asked.headers.get('location') ?? ''
    const back = await visitor.visit(url, { until: redirectUris[0] ?? '' })
    await call(back.url)
    const session = await (await call('/auth/session')).json()
    expect([session?.user?.email, faults]).toEqual(['ada@example.test', []])
  })
})

describe('passport-openidconnect', () => {
  const strategyOf = ({ id, secret }: { id: string; secret: string }) => {
    const { issuer } = service
    const settings = {
      issuer,
      authorizationURL: `${issuer}/authorize`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/userinfo`,
      clientID: id,
      clientSecret: secret,
      callbackURL: redirectUri,
      scope: ['profile', 'email'],
    }
    return new OpenIDConnectStrategy(settings, (_issuer, profile, done) => done(null, profile))
  }

  /** What becomes of a request, as Passport hears of it. */
  const outcomeOf = (
    strategy: ReturnType<typeof strategyOf>,
    session: object,
    query: Readonly<Record<string, string>>,
  ): Promise<unknown> =>
    new Promise((resolve) => {
      const at = Object.assign(Object.create(strategy), {
        redirect: resolve,
        success: resolve,
        fail: (fault: unknown) => resolve({ fault }),
        error: (fault: unknown) => resolve({ fault }),
      })
      at.authenticate({ query, session, headers: {}, connection: {} }, {})
    })

  it('signs somebody in where the application may leave PKCE out', async () => {
    const change = { pkceOptional: true, claimsInIdTokens: true }
    const strategy = strategyOf(await addClient(service, change))
    const session = {}
    const url = await outcomeOf(strategy, session, {})
    const { searchParams } = await backFrom(String(url))
    const profile = await outcomeOf(strategy, session, Object.fromEntries(searchParams))
    expect(profile).toMatchObject({ id: service.user.id, emails: [{ value: 'ada@example.test' }] })
  })

  it('is told what is missing where it may not', async () => {
    const url = await outcomeOf(strategyOf(await addClient(service)), {}, {})
    const { searchParams } = await backFrom(String(url))
    expect(searchParams.get('error_description')).toContain('requires PKCE')
  })
})
