import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'

/* Calls of the OpenID Connect service at fixed paths; the protocol serves them, not the product. */

const open = {
  actor: 'public',
  method: 'GET',
  errors: ['account_locked'],
  audit: null,
  limit: 'read',
  api: 'authentication',
} as const

const Address = z.url().optional()
const Names = z.array(z.string()).optional()

const ServerMetadata = z
  .object({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    jwks_uri: z.url(),
    userinfo_endpoint: Address,
    introspection_endpoint: Address,
    revocation_endpoint: Address,
    pushed_authorization_request_endpoint: Address,
    end_session_endpoint: Address,
    scopes_supported: Names,
    claims_supported: Names,
    response_types_supported: z.array(z.string()),
    grant_types_supported: Names,
    token_endpoint_auth_methods_supported: Names,
    code_challenge_methods_supported: Names,
    id_token_signing_alg_values_supported: Names,
    authorization_response_iss_parameter_supported: z.boolean().optional(),
  })
  .loose()
  .meta({ id: 'AuthorizationServerMetadata' })

export const readAuthorizationServerMetadata = endpoint({
  ...open,
  path: '/api/oidc/.well-known/oauth-authorization-server',
  answer: ServerMetadata,
  summary: 'Metadata of the authorization server',
  description: 'RFC 8414. Also at /.well-known/oauth-authorization-server/api/oidc.',
})

export const readOpenIdConfiguration = endpoint({
  ...open,
  path: '/api/oidc/.well-known/openid-configuration',
  answer: ServerMetadata,
  summary: 'Metadata of the OpenID provider',
  description: 'OpenID Connect Discovery 1.0. Also at /.well-known/openid-configuration/api/oidc.',
})

export const readOidcKeys = endpoint({
  ...open,
  path: '/api/oidc/jwks',
  answer: z
    .object({ keys: z.array(z.record(z.string(), z.unknown())) })
    .meta({ id: 'PublicKeySet' }),
  summary: 'Public keys that this issuer signs with',
  description: 'RFC 7517. A key that gave way to another stays until what it signed has ended.',
})

export const authorizeByJwt = endpoint({
  ...open,
  path: '/api/oidc/authorizejwt',
  query: z.object({
    client_id: z.string(),
    request: z.string().describe('The signed request object'),
  }),
  redirects: true,
  answer: noContent,
  summary: 'Begin a sign-in by a signed request',
  description:
    'RFC 9101: every parameter of the authorization request is a claim of a JWT that the application signs with a key it has registered. A request that is not signed, or by another, is refused. Answers lead to the sign-in page, back to the application, or to /api/oidc/errors where there is no address to trust.',
})

export const endOidcSession = endpoint({
  ...open,
  path: '/api/oidc/endsession',
  query: z.object({
    id_token_hint: z.string().optional(),
    client_id: z.string().optional(),
    post_logout_redirect_uri: z.string().optional(),
    state: z.string().optional(),
  }),
  answer: z.string(),
  produces: 'text/html',
  summary: 'Sign out at the request of an application',
  description:
    'OpenID Connect RP-Initiated Logout 1.0. Answers a page that asks whether to sign out here too; then leads to the registered address.',
})

export const showOidcError = endpoint({
  ...open,
  path: '/api/oidc/errors',
  query: z.object({ error: z.string(), error_description: z.string().optional() }),
  redirects: true,
  answer: noContent,
  summary: 'Where a request without a trusted return address ends',
  description: 'Leads to the page that tells the person what is wrong.',
})
