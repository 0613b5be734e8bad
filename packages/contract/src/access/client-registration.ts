import { abort } from '@signet/rules/abort'
import { tokenAlgorithms } from '@signet/rules/applications'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line, noContent } from '../kit/schemas.ts'

/*
 * Client metadata of RFC 7591, section 2, OpenID Connect Dynamic Client Registration 1.0, section 2, and
 * RP-Initiated Logout 1.0, section 3.1, as far as the service keeps them. Others are not kept, and
 * not told back (RFC 7591, section 2).
 */

const Uri = z.string().trim().min(1).max(2000, abort)

/** What an application tells of itself. */
export const ClientMetadata = z
  .object({
    redirect_uris: z.array(Uri).max(20, abort).default([]),
    post_logout_redirect_uris: z.array(Uri).max(20, abort).default([]),
    client_name: Line(80).optional(),
    application_type: z.enum(['web', 'native']).default('web'),
    token_endpoint_auth_method: z
      .enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'])
      .default('client_secret_basic'),
    grant_types: z
      .array(z.string().max(100, abort))
      .min(1)
      .max(10, abort)
      .default(['authorization_code']),
    response_types: z.array(z.literal('code')).max(1, abort).optional(),
    scope: z.string().max(1000, abort).optional(),
    id_token_signed_response_alg: z.enum(tokenAlgorithms).default('RS256'),
    jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20, abort) }).optional(),
    jwks_uri: z
      .string()
      .max(2000, abort)
      .check(z.url({ protocol: /^https$/ }))
      .optional(),
    logo_uri: z
      .string()
      .max(2000, abort)
      .check(z.url({ protocol: /^https$/ }))
      .optional(),
    initiate_login_uri: z
      .string()
      .max(2000, abort)
      .check(z.url({ protocol: /^https$/ }))
      .optional(),
    require_pushed_authorization_requests: z.boolean().default(false),
    dpop_bound_access_tokens: z.boolean().default(false),
    software_statement: z.unknown().optional(),
  })
  .refine(({ jwks, jwks_uri: uri }) => jwks === undefined || uri === undefined, {
    path: ['jwks_uri'],
    message: 'not together with jwks',
  })
  .meta({ id: 'ClientMetadata' })

/** What is registered (RFC 7591, section 3.2.1). */
export const ClientInformation = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_secret: z.string().optional(),
    /** It does not end: 0. */
    client_secret_expires_at: z.literal(0).optional(),
    registration_access_token: z.string(),
    registration_client_uri: z.url(),
    client_name: z.string(),
    scope: z.string(),
  })
  .loose()
  .meta({ id: 'ClientInformation' })

const path = '/api/oidc/register'
const call = {
  actor: 'public',
  limit: 'change',
  errors: ['account_locked', 'too_many_requests'],
  api: 'authentication',
} as const
const own = {
  ...call,
  credential: 'registration',
  path: `${path}/:clientId`,
  params: z.object({ clientId: z.string() }),
} as const
const byToken = 'RFC 7592. With the registration access token as bearer token.'

export const registerClient = endpoint({
  ...call,
  credential: 'initial',
  method: 'POST',
  path,
  body: ClientMetadata,
  answer: ClientInformation,
  audit: 'APPLICATION_CREATED',
  reveals: ['client_secret', 'registration_access_token'],
  summary: 'Register an application by itself',
  description:
    'RFC 7591; answers 201. Off until the tenant allows it (`settings/clientregistration`): nothing is there then (404). With the initial access token as bearer token, where the tenant has one. What is asked for beyond what the tenant allows is left out; the answer tells what is registered. Faults are told as `error` and `error_description`: `invalid_redirect_uri`, `invalid_client_metadata`, and `unapproved_software_statement` for any software statement. At most 20 an hour of one address.',
})

export const readClient = endpoint({
  ...own,
  method: 'GET',
  answer: ClientInformation,
  audit: null,
  summary: 'What an application has registered',
  description: `${byToken} The client secret is not told again.`,
})

export const updateClient = endpoint({
  ...own,
  method: 'PUT',
  body: ClientMetadata,
  answer: ClientInformation,
  audit: 'APPLICATION_UPDATED',
  reveals: ['client_secret', 'registration_access_token'],
  summary: 'Register an application anew',
  description: `${byToken} All of it: what is left out is as if it had never been given. The answer has another token, and the former one is of no use any more.`,
})

export const deleteClient = endpoint({
  ...own,
  method: 'DELETE',
  answer: noContent,
  audit: 'APPLICATION_DELETED',
  summary: 'Remove an application by itself; its tokens end at once',
  description: byToken,
})
