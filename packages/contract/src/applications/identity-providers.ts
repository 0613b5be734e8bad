import { abort } from '@signet/rules/abort'
import {
  clientProofs,
  configurationSteps,
  identityProviderKinds,
} from '@signet/rules/identity-providers'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { lockouts } from '../kit/lockouts.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'
import {
  Claim,
  changed,
  expectEachFieldOnce,
  faults,
  path,
  shared,
  shownOf,
  Url,
  Value,
  type Wrong,
} from './identity-provider-parts.ts'

const { view, add, edit, remove } = callsOn('IDENTITYPROVIDERS')
export const mostIdentityProviders = 100

const settings = {
  ...shared,
  /** OIDC: a signed ID token says who it is; OAUTH2: what the user info endpoint answers. */
  kind: z.enum(identityProviderKinds),
  /** For OIDC the provider's issuer, letter by letter; for OAUTH2 the name under which subjects are kept. */
  issuer: z.string(),
  /** For OAUTH2 alone: those of OIDC are the issuer's word. */
  authorizationEndpoint: z.string().nullable(),
  tokenEndpoint: z.string().nullable(),
  userinfoEndpoint: z.string().nullable(),
  clientId: z.string(),
  clientProof: z.enum(clientProofs),
  scopes: z.array(z.string()),
  /** Whether the user info endpoint is asked as well; for OAUTH2 it always is. */
  userinfo: z.boolean(),
  /** Where the subject stands; for OIDC it is `sub`. */
  subjectClaim: z.string(),
  /** An address counts as proven where the provider says so, too (`email_verified`). */
  trustsMail: z.boolean(),
  /** Values of `acr` and of `amr` that count for a second factor; none counts by itself. */
  trustedAcrs: z.array(z.string()),
  trustedAmrs: z.array(z.string()),
}

export const OidcIdentityProvider = z
  .object({
    id: Uuid,
    name: z.string(),
    ...settings,
    clientSecretPresent: z.boolean(),
    /** Where the provider sends people back to: to be registered there. */
    redirectUri: z.string(),
    ...shownOf,
  })
  .meta({ id: 'OidcIdentityProvider' })

export const OidcIdentityProviderChange = z
  .object({
    ...settings,
    ...changed,
    kind: settings.kind.default('OIDC'),
    issuer: Url,
    authorizationEndpoint: Url.nullable().default(null),
    tokenEndpoint: Url.nullable().default(null),
    userinfoEndpoint: Url.nullable().default(null),
    clientId: Line(500),
    /** Left out: the present one stays, unless issuer or an endpoint changes. Null: none. */
    clientSecret: z.string().min(1).max(2000, abort).nullable().optional(),
    clientProof: settings.clientProof.default('client_secret_basic'),
    scopes: z
      .array(
        z
          .string()
          .max(200, abort)
          .regex(/^[\u0021\u0023-\u005b\u005d-\u007e]{1,200}$/, 'is no scope'),
      )
      .max(50, abort)
      .default(['openid', 'profile', 'email']),
    userinfo: settings.userinfo.default(false),
    subjectClaim: Claim.default('sub'),
    trustsMail: settings.trustsMail.default(false),
    trustedAcrs: z.array(Value).max(50, abort).default([]),
    trustedAmrs: z.array(Value).max(50, abort).default([]),
  })
  .superRefine((wanted, context) => {
    const wrong: Wrong = (field, message) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const isOidc = wanted.kind === 'OIDC'
    for (const field of ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint'] as const) {
      if (isOidc && wanted[field] !== null) wrong(field, 'is for OAUTH2 alone')
      if (!isOidc && wanted[field] === null) wrong(field, 'is required')
    }
    if (isOidc && !wanted.scopes.includes('openid')) wrong('scopes', 'misses openid')
    if (isOidc && wanted.subjectClaim !== 'sub') wrong('subjectClaim', 'is sub')
    expectEachFieldOnce(wanted.claimMappings, wrong)
  })
  .meta({ id: 'OidcIdentityProviderChange' })

/** An identity provider of any protocol, as the list has it. */
export const IdentityProvider = z
  .object({
    id: Uuid,
    name: z.string(),
    protocol: z.enum(['oidc', 'saml']),
    type: shared.type,
    issuer: z.string(),
    enabled: z.boolean(),
    button: z.boolean(),
    domains: z.array(z.string()),
    users: z.int(),
  })
  .meta({ id: 'IdentityProvider' })

export const DomainBasedIdentityProvider = z
  .object({ domain: z.string(), identityProviderId: Uuid, name: z.string() })
  .meta({ id: 'DomainBasedIdentityProvider' })

export const IdentityProviderConfiguration = z
  .object({
    /** What was tried, in its order; what comes after a failure was not tried. */
    steps: z.array(
      z.object({
        step: z.enum(configurationSteps),
        outcome: z.enum(['PASSED', 'FAILED', 'NOT_TRIED']),
      }),
    ),
    /** What the issuer says of itself; null when it was not reached or says something else. */
    configuration: z
      .object({
        issuer: z.string(),
        authorizationEndpoint: z.string(),
        tokenEndpoint: z.string(),
        userinfoEndpoint: z.string().nullable(),
        endSessionEndpoint: z.string().nullable(),
        scopes: z.array(z.string()),
        acrValues: z.array(z.string()),
        signingAlgorithms: z.array(z.string()),
        clientProofs: z.array(z.string()),
        /** The answer names its issuer (RFC 9207). */
        namesIssuer: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'IdentityProviderConfiguration' })

/** An account at an identity provider that somebody signs in with. */
export const LinkedIdentity = z
  .object({
    id: Uuid,
    identityProviderId: Uuid,
    identityProviderName: z.string(),
    type: shared.type,
    issuer: z.string(),
    subject: z.string(),
    /** How the provider calls the account; for people to recognise it, and for nothing else. */
    label: z.string().nullable(),
    linkedAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'LinkedIdentity' })

export const listIdentityProviders = endpoint({
  ...view,
  path,
  answer: z.array(IdentityProvider),
  errors: [],
  summary: 'Identity providers of every protocol, by name',
  description: `At most ${mostIdentityProviders}.`,
})

export const listDomainBasedIdentityProviders = endpoint({
  ...view,
  path: '/api/web/v1/domainbasedidentityproviders',
  orNeeds: [['CONTEXTRULES', 'VIEW']],
  answer: z.array(DomainBasedIdentityProvider),
  errors: [],
  summary: 'Which identity provider people are led to by the end of their user id',
  description: 'Of providers that are enabled, by domain.',
})

export const listOidcIdentityProviders = endpoint({
  ...view,
  path: `${path}/oidc`,
  answer: z.array(OidcIdentityProvider),
  errors: [],
  summary: 'OpenID Connect identity providers, by name',
})

export const readOidcIdentityProvider = endpoint({
  ...view,
  path: `${path}/oidc/:id`,
  params: IdParams,
  answer: OidcIdentityProvider,
  errors: ['identity_provider_not_found'],
  summary: 'One OpenID Connect identity provider',
})

export const createOidcIdentityProvider = endpoint({
  ...add,
  path: `${path}/oidc`,
  body: OidcIdentityProviderChange,
  answer: OidcIdentityProvider,
  sensitive: true,
  errors: [...faults, 'identity_provider_limit_reached'],
  audit: 'IDENTITY_PROVIDER_CREATED',
  summary: 'Add an OpenID Connect identity provider',
  description:
    'The client secret is never shown again. An identity provider proves one factor; a value of `acr` or `amr` counts for a second one only where it is named here.',
})

export const updateOidcIdentityProvider = endpoint({
  ...edit,
  path: `${path}/oidc/:id`,
  params: IdParams,
  body: OidcIdentityProviderChange,
  answer: OidcIdentityProvider,
  sensitive: true,
  errors: [...faults, ...lockouts, 'identity_provider_not_found', 'precondition_failed'],
  audit: 'IDENTITY_PROVIDER_UPDATED',
  summary: 'Change an OpenID Connect identity provider',
  description:
    'With another issuer, kind or endpoint the former client secret is forgotten, and so are the links of its people: whoever answers there is somebody else.',
})

export const deleteOidcIdentityProvider = endpoint({
  ...remove,
  path: `${path}/oidc/:id`,
  params: IdParams,
  sensitive: true,
  errors: [...lockouts, 'identity_provider_not_found', 'precondition_failed'],
  audit: 'IDENTITY_PROVIDER_DELETED',
  summary: 'Delete an OpenID Connect identity provider with the links of its people',
})

export const testOidcConfiguration = endpoint({
  ...add,
  limit: 'heavy',
  orNeeds: [['IDENTITYPROVIDERS', 'EDIT']],
  path: `${path}/oidc/configuration`,
  body: z.object({ issuer: Url }).meta({ id: 'IdentityProviderConfigurationRequest' }),
  answer: IdentityProviderConfiguration,
  ordinary: 'trial',
  errors: [],
  audit: 'IDENTITY_PROVIDER_TESTED',
  summary: 'Ask an issuer for its configuration, and tell which step failed',
  description:
    'Reads `/.well-known/openid-configuration` and the keys it names (OpenID Connect Discovery 1.0, section 4).',
})

export const listUserLinkedIdentities = endpoint({
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
  path: '/api/web/v1/users/:id/identityproviders',
  params: IdParams,
  answer: z.array(LinkedIdentity),
  errors: ['user_not_found'],
  summary: 'Accounts at identity providers that a user signs in with',
})

export const unlinkUserIdentity = endpoint({
  actor: 'admin',
  limit: 'change',
  needs: ['USERS', 'EDIT'],
  method: 'DELETE',
  path: '/api/web/v1/users/:id/identityproviders/:linkid',
  params: IdParams.extend({ linkid: Uuid }),
  answer: noContent,
  ordinary: 'userWork',
  errors: ['linked_identity_not_found', 'rights_not_held', 'user_not_found'],
  audit: 'IDENTITY_UNLINKED',
  summary: 'Take an account at an identity provider off a user',
  description: 'Sessions that began by it stay: end them, or lock the user.',
})
