import { type Endpoint, needsOf } from '@signet/contract/kit/endpoint'
import type { Json } from './json.ts'

const bearer = (description: string, bearerFormat?: string): Json => ({
  type: 'http',
  scheme: 'bearer',
  ...(bearerFormat === undefined ? {} : { bearerFormat }),
  description,
})

/**
 * Each is what generators of clients know as a bearer token (RFC 6750). A DPoP proof is described, not a
 * scheme: clients send the one credential they are given in each scheme that they know.
 */
export const securitySchemes = {
  session: bearer(
    'The token of a user’s session, which a completed sign-in answers: `Authorization: Bearer <token>`. A token that was issued with a DPoP proof is accepted only together with a proof by the same key (RFC 9449) in the header `DPoP`: a JWT over method, URL and token, with the nonce of the last `DPoP-Nonce` header. 401 `use_dpop_nonce` brings a nonce; repeat the request with it. The authorization scheme may then be `DPoP`.',
    'JWT',
  ),
  application: bearer(
    'The token of an API application or agent: `POST /api/web/v1/adminapi/authenticate` answers it as `authToken` for the application’s ID and shared secret. The application’s role decides what it may do.',
    'JWT',
  ),
  assistant: bearer(
    'The OAuth access token of a linked voice assistant (RFC 6750): `POST /api/web/issuance/voice/access-token` answers it for an authorization code or a refresh token.',
    'JWT',
  ),
  initialAccess: bearer(
    'The initial access token of OAuth dynamic client registration (RFC 7591, section 3), where the tenant requires one.',
  ),
  registration: bearer(
    'The registration access token of one client (RFC 7592): registering answers it, and each change answers a new one.',
  ),
} as const

type SecurityScheme = keyof typeof securitySchemes

const isProgram = (kind: string): boolean => kind !== 'VOICE'

/** Alternatives; empty where everyone may call. */
export const securityOf = (endpoint: Endpoint): readonly (readonly SecurityScheme[])[] => {
  const { actor, alsoFor = [], credential } = endpoint
  if (credential === 'initial') return [[], ['initialAccess']]
  if (credential === 'registration') return [['registration']]
  if (actor === 'public') return []
  if (actor === 'user') return [['session']]
  const forPrograms = needsOf(endpoint).length > 0 || alsoFor.some(isProgram)
  return [
    ['session'],
    ...(forPrograms ? [['application'] as const] : []),
    ...(alsoFor.includes('VOICE') ? [['assistant'] as const] : []),
  ]
}

export const requirementsOf = (endpoint: Endpoint): Json[] =>
  securityOf(endpoint).map((together) => Object.fromEntries(together.map((name) => [name, []])))
