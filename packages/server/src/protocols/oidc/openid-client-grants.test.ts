import { decideOidcConsent } from '@signet/contract/access/oidc-interactions'
import { decideSignInRequest, listSignInRequests } from '@signet/contract/access/sign-in-requests'
import { decideUserCode } from '@signet/contract/access/user-codes'
import { createResourceApi, createResourceScope } from '@signet/contract/applications/resource-apis'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate, pemOf } from '../../../testing/access/certificates.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { visitorOf } from '../../../testing/oidc/party.ts'
import {
  type RelyingParties,
  redirectUri,
  startRelyingParties,
} from '../../../testing/oidc/relying-parties.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createApp } from '../../app.ts'
import { networks } from '../../platform/config/networks.ts'

const stock = 'https://stock.example.test/'
const payment = { type: 'payment', actions: ['initiate'], creditorName: 'Merchant A' }

let test: TestApp
/** The same service behind a proxy that hands certificates on. */
let proxied: TestApp
let user: BuiltUser
let parties: RelyingParties
beforeAll(async () => {
  const started = await startTestApp({ ownDatabase: true })
  const config = {
    ...started.platform.config,
    trustedProxies: networks('127.0.0.1'),
    clientCertificates: { tls: false, header: 'client-cert' },
  }
  test = started
  proxied = { ...started, app: await createApp({ ...started.platform, config }) }
  user = await buildUser(test.ctx)
  parties = await startRelyingParties(proxied)
})
afterAll(async () => {
  await parties.close()
  await proxied.app.close()
  await test.close()
})

const permit = async (identifier: string, clientIds: readonly string[]) => {
  const { token: as } = await buildAdmin(test.ctx)
  const rows = await test.ctx.db
    .selectFrom('oidc_applications')
    .select(['id', 'client_id'])
    .where('tenant_id', '=', test.tenant.id)
    .execute()
  const applicationIds = rows
    .filter(({ client_id }) => clientIds.includes(client_id))
    .map(({ id }) => id)
  const body = { name: identifier, identifier, applicationIds }
  const apiId = String((await test.call(createResourceApi, { as, body })).body.id)
  await test.call(createResourceScope, { as, body: { apiId, name: 'stock:read' } })
  // Clients are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050))
}

const requestOf = async (verifier: string, change: Readonly<Record<string, string>>) => ({
  redirect_uri: redirectUri,
  scope: 'openid stock:read',
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  ...change,
})

describe('a relying party with openid-client', () => {
  it('waits for a device that somebody confirms', async () => {
    const configuration = await parties.discovered(
      { applicationType: 'OIDC_DEVICE', redirectUris: [] },
      { authentication: openid.None() },
    )
    const begun = await openid.initiateDeviceAuthorization(configuration, { scope: 'openid' })
    const visitor = await visitorOf(test, user)
    const decided = await test.call(decideUserCode, {
      as: visitor.token,
      body: { userCode: begun.user_code, allow: true },
    })
    const resumed = await visitor.browser.visit(String(decided.body.redirect))
    await visitor.browser.visit(String(resumed.headers.location))
    const tokens = await openid.pollDeviceAuthorizationGrant(configuration, begun)
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('agrees to details by a pushed request, and exchanges the token that carries them', async () => {
    const configuration = await parties.discovered({
      authorizationDetailsTypes: ['payment'],
      grantTypes: ['authorization_code', 'refresh_token', 'token_exchange'],
    })
    await permit(stock, [configuration.clientMetadata().client_id])
    const details = JSON.stringify([payment])
    const verifier = openid.randomPKCECodeVerifier()
    const change = { authorization_details: details, resource: stock }
    const request = await requestOf(verifier, change)
    const url = await openid.buildAuthorizationUrlWithPAR(configuration, request)
    expect(url.searchParams.get('request_uri')).toContain('urn:ietf:params:oauth:request_uri:')
    const { browser, token } = await visitorOf(test, user)
    const page = await browser.visit(url.href)
    const uid = new URL(String(page.headers.location), url).searchParams.get('uid') ?? ''
    test.clock.advance(1000)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const decided = await test.call(decideOidcConsent, {
      as: token,
      body: { uid, allow: true },
      headers: { cookie },
    })
    const back = await browser.visit(String(decided.body.redirect))
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      new URL(String(back.headers.location)),
      { pkceCodeVerifier: verifier },
      { resource: stock },
    )
    expect(tokens.authorization_details).toEqual([payment])
    const exchanged = await openid.genericGrantRequest(
      configuration,
      'urn:ietf:params:oauth:grant-type:token-exchange',
      {
        subject_token: tokens.access_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        resource: stock,
        authorization_details: details,
      },
    )
    expect(decodeJwt(exchanged.access_token)).toMatchObject({
      aud: stock,
      sub: user.id,
      authorization_details: [payment],
      act: { sub: configuration.clientMetadata().client_id },
    })
  })

  it('asks somebody for a sign-in, and waits until they have allowed it', async () => {
    const configuration = await parties.discovered({ grantTypes: ['ciba'], redirectUris: [] })
    const begun = await openid.initiateBackchannelAuthentication(configuration, {
      scope: 'openid',
      login_hint: user.userId,
      binding_message: 'W4SCT',
    })
    const visitor = await visitorOf(test, user)
    const listed = await test.call(listSignInRequests, { as: visitor.token })
    const { requests }: { requests: { id: string }[] } = JSON.parse(listed.text)
    const decided = await test.call(decideSignInRequest, {
      as: visitor.token,
      body: { id: requests[0]?.id ?? '', allow: true },
    })
    await visitor.browser.visit(String(decided.body.redirect))
    const tokens = await openid.pollBackchannelAuthenticationGrant(configuration, begun)
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('proves itself by a certificate, and gets tokens that are bound to it', async () => {
    const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
    const own = createCertificate({ name: { CN: 'billing' }, issuer: authority })
    const handed = { 'client-cert': `:${own.der.toString('base64')}:` }
    const configuration = await parties.discovered(
      {
        applicationType: 'OIDC_SERVER',
        redirectUris: [],
        tokenEndpointAuthMethod: 'tls_client_auth',
        certificateAuthorities: pemOf(authority),
        certificateNameValue: 'CN=billing',
        certificateBoundTokens: true,
      },
      { authentication: openid.TlsClientAuth(), headers: handed },
    )
    const tokens = await openid.clientCredentialsGrant(configuration)
    expect(decodeJwt(tokens.access_token).cnf).toEqual({ 'x5t#S256': expect.any(String) })
  })
})
