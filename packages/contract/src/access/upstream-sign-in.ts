import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { LinkedIdentity } from '../applications/identity-providers.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'
import { AuthenticationState } from './authentication.ts'
import { IdentityProviderChoice } from './identity-provider-choices.ts'

const query = z.object({ idpId: Uuid })

/** Where the browser goes; it keeps `authToken` to go on with when it comes back. */
export const UpstreamStart = z
  .object({
    redirect: z.url(),
    authToken: z.string().nullable(),
    /** Kept by the browser, too, and given back; null where the provider brings it back. */
    state: z.string().nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'IdentityProviderStart' })

export const startUpstreamSignIn = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/idp/start',
  actor: 'public',
  query,
  body: z
    .object({
      /** Of a sign-in by which an identity provider may be used. */
      authToken: z.string().min(20).max(4000, abort),
      loginHint: z.string().max(320, abort).optional(),
    })
    .meta({ id: 'IdentityProviderStartRequest' }),
  answer: UpstreamStart,
  errors: ['identity_provider_not_found', 'identity_provider_unreachable', 'no_transaction'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.idp.start',
  summary: 'Begin to prove an account at an identity provider',
  description:
    'Sets a cookie: only the browser that began may complete. The request carries state, nonce and an S256 code challenge (RFC 9700, section 2.1).',
})

export const completeUpstreamSignIn = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/idp/complete',
  actor: 'public',
  query,
  body: z
    .object({
      /** Of the sign-in that began; left out for an account that is to be linked. */
      authToken: z.string().min(20).max(4000, abort).optional(),
      /**
       * What the provider sent the browser back with (RFC 6749, section 4.1.2; RFC 9207). Left out for a
       * SAML response that nobody has asked for.
       */
      state: z.string().min(20).max(2000, abort).optional(),
      code: z.string().max(4000, abort).optional(),
      iss: z.string().max(2000, abort).optional(),
      error: z.string().max(200, abort).optional(),
      /** What a SAML provider posted, as it came: base64. */
      samlResponse: z.string().max(400_000, abort).optional(),
      machineNonce: z.string().max(200, abort).optional(),
      rememberDevice: z.boolean().optional(),
    })
    .meta({ id: 'IdentityProviderCompletion' }),
  answer: z
    .object({
      /** The sign-in that goes on; null when an account was linked. */
      authentication: AuthenticationState.nullable(),
      linked: LinkedIdentity.nullable(),
    })
    .meta({ id: 'IdentityProviderOutcome' }),
  errors: [
    'access_denied',
    'entitlement_ended',
    'entitlement_used_up',
    'identity_already_linked',
    'identity_not_linked',
    'identity_provider_clock',
    'identity_provider_failed',
    'identity_provider_not_found',
    'identity_provider_refused',
    'identity_provider_unreachable',
    'invalid_user_response',
    'invalid_user_response_locked',
    'no_transaction',
    'registration_expired',
    'step_up_required',
    'user_invalid_state',
    'user_locked',
  ],
  audit: 'AUTHENTICATION',
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.idp.complete',
  summary: 'Take what the identity provider sent the browser back with',
  description:
    'Works once. An account that is linked to nobody signs nobody in, whatever address it claims: it is linked from the profile, or gets a user of its own where the provider creates users.',
})

export const verifyUpstreamAccount = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/idp/verification',
  actor: 'user',
  query,
  answer: UpstreamStart,
  errors: ['identity_provider_not_found', 'identity_provider_unreachable', 'step_up_required'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.idp.verification',
  summary: 'Begin to prove an account that is to be linked to the signed-in user',
  description:
    'Takes a factor of this service that was proven just now. `idp/complete` with the same session links the account.',
})

export const OwnIdentities = z
  .object({
    linked: z.array(LinkedIdentity),
    /** Providers where an account could be linked. */
    available: z.array(IdentityProviderChoice),
  })
  .meta({ id: 'OwnIdentities' })

export const readUpstreamSignOut = endpoint({
  method: 'GET',
  path: '/api/web/v1/authentication/idp/logout',
  actor: 'user',
  whileDue: true,
  answer: z
    .object({
      /** Null where the session has opened no such application, and its provider has no such place. */
      redirect: z.url().nullable(),
    })
    .meta({ id: 'IdentityProviderSignOut' }),
  errors: [],
  audit: null,
  limit: 'read',
  api: 'authentication',
  summary: 'Where the browser signs out of what this session opened, and at its identity provider',
  description:
    'To be asked before the session ends, and gone to afterwards (OpenID Connect Front-Channel and RP-Initiated Logout 1.0; SAML 2.0 profiles, section 4.4). Applications that are told by their servers are told then, too.',
})

export const listOwnIdentities = endpoint({
  actor: 'user',
  method: 'GET',
  path: '/api/web/v1/self/identityproviders',
  answer: OwnIdentities,
  errors: [],
  audit: null,
  limit: 'read',
  tab: 'AUTHENTICATORS',
  summary: 'Accounts at identity providers that this user signs in with',
})

export const unlinkOwnIdentity = endpoint({
  actor: 'user',
  method: 'DELETE',
  path: '/api/web/v1/self/identityproviders/:id',
  params: z.object({ id: Uuid }),
  answer: noContent,
  errors: ['linked_identity_last', 'linked_identity_not_found', 'step_up_required'],
  audit: 'IDENTITY_UNLINKED',
  limit: 'change',
  tab: 'AUTHENTICATORS',
  summary: 'Sign in no longer with an account at an identity provider',
  description: 'Refused for the last way in: somebody without a password or passkey keeps one.',
})
