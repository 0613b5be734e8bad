import { abort } from '@signet/rules/abort'
import { tokenAlgorithms } from '@signet/rules/applications'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PictureUri, Uuid } from '../kit/schemas.ts'
import { TemplateId } from './template-id.ts'

export const OidcApplicationType = z
  .enum(['OIDC_WEB', 'OIDC_SPA', 'OIDC_SERVER', 'OIDC_NATIVE', 'OIDC_DEVICE'])
  .meta({ id: 'OidcApplicationType' })
export const GrantType = z
  .enum([
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'device_code',
    'token_exchange',
    'ciba',
  ])
  .meta({ id: 'GrantType' })
export const TokenEndpointAuthMethod = z
  .enum([
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
    'tls_client_auth',
    'self_signed_tls_client_auth',
    'none',
  ])
  .meta({ id: 'TokenEndpointAuthMethod' })
export const SigningAlgorithm = z.enum(tokenAlgorithms).meta({ id: 'OidcSigningAlgorithm' })
export const OidcScope = z
  .enum(['openid', 'email', 'phone', 'address', 'profile', 'groups', 'offline_access'])
  .meta({ id: 'OidcScope' })
/** Where the name of a client's certificate stands (RFC 8705, section 2.1.2). */
export const CertificateName = z
  .enum(['SUBJECT_DN', 'SAN_DNS', 'SAN_URI', 'SAN_IP', 'SAN_EMAIL'])
  .meta({ id: 'OidcCertificateName' })
/** How an application hears of a decision (CIBA Core 1.0, section 5). */
export const BackchannelDelivery = z.enum(['POLL', 'PING']).meta({ id: 'BackchannelDelivery' })
export const UserCodeCharacterSet = z
  .enum(['BASE20', 'DIGITS'])
  .meta({ id: 'UserCodeCharacterSet' })

const Uri = z.string().trim().min(1).max(2000, abort)

const Fields = z.object({
  name: Line(100),
  description: z.string().trim().max(500, abort),
  applicationType: OidcApplicationType,
  enabled: z.boolean(),
  /** Compared as whole strings after parsing: no wildcards. */
  redirectUris: z.array(Uri).max(50, abort),
  postLogoutRedirectUris: z.array(Uri).max(50, abort),
  grantTypes: z.array(GrantType).min(1).max(20, abort),
  scopes: z.array(OidcScope).max(20, abort),
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  idTokenSigningAlgorithm: SigningAlgorithm,
  /** The client's public keys for private_key_jwt: a set, or where to fetch it. */
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20, abort) }).nullable(),
  jwksUri: z
    .string()
    .max(2000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .nullable(),
  requireConsent: z.boolean(),
  /** Seconds. */
  accessTokenTtlSeconds: z.int().min(60).max(86_400),
  refreshTokenTtlSeconds: z.int().min(300).max(31_536_000),
  /** JWT access tokens verify without asking; opaque ones are revocable at once. */
  accessTokenFormat: z.enum(['opaque', 'jwt']),
  logoUri: PictureUri.nullable(),
  initiateLoginUri: z
    .string()
    .max(2000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .nullable(),
  /** The product it is, where it was added from a template. */
  templateId: TemplateId.nullable(),
  /** Authorization requests have to be pushed first (RFC 9126). */
  requirePushedRequests: z.boolean(),
  /** Access and refresh tokens are bound to the key of a DPoP proof (RFC 9449). */
  dpopBoundTokens: z.boolean(),
  /** Tokens are bound to the certificate that the client shows in TLS (RFC 8705, section 3). */
  certificateBoundTokens: z.boolean(),
  /** For tls_client_auth: the authorities whose certificates it may show, as PEM. */
  certificateAuthorities: z.string().trim().max(20_000, abort).nullable(),
  /** For tls_client_auth: where its name stands in the certificate, and the name itself. */
  certificateName: CertificateName,
  certificateNameValue: z.string().trim().max(500, abort).nullable(),
  /** FAPI 2.0 Security Profile: pushed requests, a key or certificate as proof, bound tokens. */
  fapi: z.boolean(),
  /** Letters of the codes that people type for a device (RFC 8628, section 6.1). */
  userCodeCharacterSet: UserCodeCharacterSet,
  /** Without the dashes that group it; digits need at least nine. */
  userCodeLength: z.int().min(8).max(16),
  /** Seconds that people have to type it. */
  deviceCodeTtlSeconds: z.int().min(60).max(1800),
  /**
   * Registered APIs that it serves, by identifier or by id. It may introspect their access tokens
   * (RFC 7662) and, with the grant, exchange them (RFC 8693); its own tokens always.
   */
  exchangeAudiences: z.array(z.string().trim().min(1).max(500, abort)).max(20, abort),
  /** Types of `authorization_details` it may ask people to agree to (RFC 9396, section 2). */
  authorizationDetailsTypes: z.array(z.string().trim().min(1).max(200, abort)).max(20, abort),
  /** Whether it asks until somebody has decided (CIBA), or is told that they have. */
  backchannelDelivery: BackchannelDelivery,
  /** Where it is told; for PING. */
  backchannelNotificationUri: z
    .string()
    .max(2000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .nullable(),
  /** People in several organizations choose one as they sign in, and tokens tell it (`org_id`). */
  asksOrganization: z.boolean(),
  /** Places one person may be signed in to it from, browsers and devices; null: as many as they like. */
  sessionsPerUser: z.int().min(1).max(100).nullable(),
  /** What one more does: the oldest ends and the application is told, or it is refused. */
  whenSessionsFull: z.enum(['END_OLDEST', 'REFUSE']).meta({ id: 'OidcWhenSessionsFull' }),
  /** Takes requests without PKCE (RFC 7636), for clients that cannot; never of public clients. */
  pkceOptional: z.boolean(),
  /** ID tokens tell the claims of granted scopes, for software that never asks for userinfo. */
  claimsInIdTokens: z.boolean(),
  /**
   * The attribute that is the subject of its tokens (`sub`), by id: one of `options/useridclaims`; null
   * for the internal id of the user. Only super administrators set it.
   */
  subjectAttribute: z.string().trim().min(1).max(64, abort).nullable(),
  /** People are asked whether to sign out even where the application names their session. */
  confirmsSignOut: z.boolean(),
  /** Told when a person signs out (OpenID Connect Back-Channel Logout 1.0). */
  backchannelLogoutUri: z
    .string()
    .max(2000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .nullable(),
  /** Opened in a frame of the browser that signs out (OpenID Connect Front-Channel Logout 1.0). */
  frontchannelLogoutUri: z
    .string()
    .max(2000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .nullable(),
})

export const OidcApplication = Fields.extend({
  /** Saved before its scheme was checked, it may be anything. */
  logoUri: z.string().nullable(),
  id: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  /** It has registered by itself (RFC 7591), and may change and remove itself (RFC 7592). */
  selfRegistered: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: 'OidcApplication' })

/** Without redirect URIs a client can use grants that need none. */
export const OidcApplicationChange = Fields.partial()
  .required({ name: true, applicationType: true })
  .meta({ id: 'OidcApplicationChange' })

/**
 * Of a former server, so that its applications go on as they are: for super administrators. A secret is
 * kept as a hash, and is long and varied enough not to be guessed.
 */
export const NewOidcApplication = OidcApplicationChange.extend({
  clientId: z
    .string()
    .max(200, abort)
    .regex(/^[A-Za-z0-9._~:@/-]+$/)
    .optional(),
  clientSecret: z
    .string()
    .max(200, abort)
    .regex(/^[\x21-\x7e]{24,}$/)
    .refine((secret) => new Set(secret).size >= 10, 'too easy to guess')
    .optional(),
}).meta({ id: 'NewOidcApplication' })

export const OidcApplicationSecret = z
  .object({ application: OidcApplication, clientSecret: z.string().nullable() })
  .meta({ id: 'OidcApplicationSecret' })

const path = '/api/web/v1/applications/oidc'
const { view, add, edit, remove } = callsOn('APPLICATIONS')

export const listOidcApplications = endpoint({
  ...view,
  path,
  answer: z.array(OidcApplication),
  errors: ['not_found'],
  summary: 'OpenID Connect applications, by name',
  description: 'At most 1,000.',
})

export const createOidcApplication = endpoint({
  ...add,
  path,
  body: NewOidcApplication,
  answer: OidcApplicationSecret,
  sensitive: true,
  errors: ['application_exists', 'invalid_redirect_uri', 'access_denied'],
  audit: 'APPLICATION_CREATED',
  reveals: ['clientSecret'],
  summary: 'Register an OpenID Connect application',
  description:
    'A generated client secret is returned in this response and never again. `clientId` and `clientSecret` bring an application along from another server: only super administrators can set them, and the secret is not returned. The same holds for `subjectAttribute`, by which users keep the `sub` of that server.',
})

export const readOidcApplication = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: OidcApplication,
  errors: ['not_found'],
  summary: 'One OpenID Connect application',
})

export const updateOidcApplication = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: OidcApplicationChange,
  answer: OidcApplication,
  sensitive: true,
  errors: [
    'not_found',
    'application_exists',
    'invalid_redirect_uri',
    'precondition_failed',
    'access_denied',
  ],
  audit: 'APPLICATION_UPDATED',
  summary: 'Change an OpenID Connect application',
  description:
    'Another `subjectAttribute` makes other accounts of the users at the application: only super administrators change it, it is audited as `APPLICATION_SUBJECT_CHANGED`, and all grants and tokens of the application end.',
})

export const deleteOidcApplication = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'APPLICATION_DELETED',
  summary: 'Remove an application; its tokens end at once',
})

export const generateClientSecret = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/generateclientsecret`,
  body: z.object({ id: Uuid }).meta({ id: 'ClientSecretRequest' }),
  answer: z.object({ clientSecret: z.string() }).meta({ id: 'ClientSecret' }),
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'APPLICATION_SECRET_GENERATED',
  reveals: ['clientSecret'],
  catalogueId: 'post:web.v1.applications.oidc.generateclientsecret',
  versioned: false,
  summary: 'Give an application a new client secret; the former one ends at once',
})

const Options = z.array(z.object({ id: z.string(), name: z.string() }))

const option = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    ...view,
    path: `${path}/options/${name}`,
    answer: Options,
    errors: [],
    catalogueId: `get:web.v1.applications.oidc.options.${name}`,
    summary,
  })

export const listSigningAlgorithms = option(
  'signingalgorithms',
  'Algorithms that can sign an ID token',
)
export const listApplicationTypes = option(
  'applicationtypes',
  'Kinds of OpenID Connect application',
)
export const listCodeChallengeMethods = option('codechallengemethods', 'PKCE methods (RFC 7636)')
export const listGrantTypes = option('granttypes', 'Grant types an application may use')
export const listTokenEndpointAuthMethods = option(
  'tokenendpointauthmethods',
  'How a client proves itself at the token endpoint',
)
export const listScopes = option('scopes', 'Scopes an application may ask for')
export const listClaims = option('claims', 'Claims that tokens may carry')
export const listUserIdClaims = option(
  'useridclaims',
  'Which user attributes can be the subject: `sub` for the internal id, or an attribute by its id',
)
export const listClaimFormats = option('claimformats', 'How the value of an added claim is told')
export const listUserCodeCharacterSets = option(
  'usercodecharactersets',
  'Letters that the codes people type for a device are made of (RFC 8628, section 6.1)',
)
