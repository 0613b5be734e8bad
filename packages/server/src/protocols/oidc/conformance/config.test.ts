import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerParty } from '../../../../testing/oidc/party.ts'
import {
  authorize,
  metadataOf,
  newBrowser,
  type Plan,
  redeem,
  startPlan,
  verified,
} from '../../../../testing/oidc/plan.ts'

/* Plan oidcc-config-certification-test-plan; the test is named as the module that it re-creates. */

let plan: Plan
beforeAll(async () => {
  plan = await startPlan()
})
afterAll(() => plan.test.close())

describe('oidcc-config-certification-test-plan', () => {
  it('oidcc-discovery-endpoint-verification', async () => {
    const metadata = await metadataOf(plan)
    const { issuer } = plan
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256', 'RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub']),
      claims_parameter_supported: true,
    })
    expect(metadata.grant_types_supported).not.toContain('implicit')
    const { keys } = (await newBrowser(plan).visit('/api/oidc/jwks')).json()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ kid: expect.any(String), use: 'sig' })
      expect(key).not.toHaveProperty('d')
    }
  })
  it('names RS256, and serves the first application that asks for it', async () => {
    const party = await registerParty(plan.test, { idTokenSigningAlgorithm: 'RS256' })
    const asked = { ...plan, party }
    const { body } = await redeem(asked, await authorize(asked))
    const { protectedHeader } = await verified(asked, body.id_token)
    expect(protectedHeader.alg).toBe('RS256')
    const metadata = await metadataOf(plan)
    expect(metadata.authorization_signing_alg_values_supported).toContain('RS256')
  })
})
