import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import {
  type RelyingParties,
  redirectUri,
  startRelyingParties,
} from '../../../testing/oidc/relying-parties.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let user: BuiltUser
let parties: RelyingParties
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  parties = await startRelyingParties(test)
})
afterAll(async () => {
  await parties.close()
  await test.close()
})

describe('a relying party with openid-client', () => {
  it('discovers, signs someone in, reads who it is, refreshes, introspects and revokes', async () => {
    const configuration = await parties.discovered()
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
    const answer = await (await browserOf(test, user)).visit(url.href)
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
    const configuration = await parties.discovered()
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await (await browserOf(test, user)).visit(url.href)
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
    const configuration = await parties.discovered({
      applicationType: 'OIDC_SERVER',
      redirectUris: [],
    })
    const tokens = await openid.clientCredentialsGrant(configuration)
    expect(tokens.access_token.split('.')).toHaveLength(3)
  })
})
