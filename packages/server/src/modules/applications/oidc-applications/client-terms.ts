import { tokenAlgorithms } from '@signet/rules/applications'
import type { Configuration } from 'oidc-provider'

/* What decides whether the library takes a client's metadata: the service and the check at save share it. */

/** At the token endpoint (RFC 6749, section 2.3; OpenID Connect Core 1.0, section 9; RFC 8705). */
const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const

/** Ed25519 has two names (RFC 8037; RFC 9864), and libraries write the one or the other. */
const read = [...tokenAlgorithms, 'Ed25519'] as const

const enabledJWA: Configuration['enabledJWA'] = {
  idTokenSigningAlgValues: [...tokenAlgorithms],
  userinfoSigningAlgValues: [...tokenAlgorithms],
  clientAuthSigningAlgValues: [...read],
  authorizationSigningAlgValues: [...tokenAlgorithms],
  requestObjectSigningAlgValues: [...read],
  dPoPSigningAlgValues: [...read],
}

export const clientTerms = {
  acrValues: ['aal1', 'aal2'],
  responseTypes: ['code'],
  clientAuthMethods: [...clientAuthMethods],
  scopes: ['openid', 'offline_access', 'profile', 'email', 'phone', 'address', 'groups'],
  extraClientMetadata: { properties: ['signet'] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA,
} satisfies Configuration

const on = { enabled: true } as const

/** Those that bring metadata, or ask for some; the service adds how each is done. */
export const clientFeatures = {
  introspection: on,
  revocation: on,
  deviceFlow: on,
  ciba: { enabled: true, deliveryModes: ['poll', 'ping'] },
  clientCredentials: on,
  userinfo: on,
  pushedAuthorizationRequests: on,
  requestObjects: on,
  claimsParameter: on,
  jwtResponseModes: on,
  backchannelLogout: on,
  rpInitiatedLogout: on,
  mTLS: {
    enabled: true,
    certificateBoundAccessTokens: true,
    selfSignedTlsClientAuth: true,
    tlsClientAuth: true,
  },
} as const

/** Of RFC 8693: ours, which the library takes once it is registered. */
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
