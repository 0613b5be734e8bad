/** Services whose accounts people sign in with, and any that speaks OpenID Connect. */
export const identityProviderTypes = [
  'GENERIC',
  'MICROSOFT',
  'GOOGLE',
  'FACEBOOK',
  'TWITTER',
  'SALESFORCE',
  'GITHUB',
] as const
export type IdentityProviderType = (typeof identityProviderTypes)[number]

/** OIDC: a signed ID token says who it is. OAUTH2: what the user info endpoint answers does. */
export const identityProviderKinds = ['OIDC', 'OAUTH2'] as const
export type IdentityProviderKind = (typeof identityProviderKinds)[number]

/** How the client proves itself at the token endpoint (RFC 6749, section 2.3.1). */
export const clientProofs = ['client_secret_basic', 'client_secret_post'] as const

/** Why metadata that was read again was not taken. */
export const metadataFaults = [
  'EXPIRED',
  'INVALID',
  'NO_CERTIFICATE',
  'OTHER_ENTITY',
  'UNREACHABLE',
] as const

/** Formats of names that a SAML provider's accounts can be kept under: none that changes each time. `any`: each account's own. */
export const samlUpstreamFormats = ['persistent', 'email', 'unspecified', 'any'] as const
export type SamlUpstreamFormat = (typeof samlUpstreamFormats)[number]

/** How requests go to a SAML provider. */
export const samlSignInBindings = ['REDIRECT', 'POST'] as const

/** Seconds by which a provider's clock may differ: as it is, and at most. */
export const providerClockSkewSeconds = { usual: 60, most: 300 } as const

/** What of a user a claim may fill. */
export const mappedFields = ['firstName', 'lastName', 'email', 'mobile', 'phone', 'locale'] as const
export type MappedField = (typeof mappedFields)[number]

export interface ClaimMapping {
  /** A name, or names with dots between for what lies within. */
  readonly claim: string
  readonly field: MappedField
}

/** What an identity provider of a type begins with. */
export interface IdentityProviderTemplate {
  readonly kind: IdentityProviderKind
  /** For OAUTH2 the name under which subjects are kept. */
  readonly issuer: string
  readonly authorizationEndpoint: string | null
  readonly tokenEndpoint: string | null
  readonly userinfoEndpoint: string | null
  readonly scopes: readonly string[]
  readonly clientProof: (typeof clientProofs)[number]
  readonly subjectClaim: string
  readonly userIdClaim: string
  readonly claimMappings: readonly ClaimMapping[]
}

const usualClaims: readonly ClaimMapping[] = [
  { claim: 'given_name', field: 'firstName' },
  { claim: 'family_name', field: 'lastName' },
  { claim: 'email', field: 'email' },
]

const openId = (
  issuer: string,
  more: Partial<IdentityProviderTemplate> = {},
): IdentityProviderTemplate => ({
  kind: 'OIDC',
  issuer,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  userinfoEndpoint: null,
  scopes: ['openid', 'profile', 'email'],
  clientProof: 'client_secret_basic',
  subjectClaim: 'sub',
  userIdClaim: 'email',
  claimMappings: usualClaims,
  ...more,
})

export const identityProviderTemplates: Readonly<
  Record<IdentityProviderType, IdentityProviderTemplate>
> = {
  GENERIC: openId(''),
  // The directory's own issuer: that of "common" is none, and its addresses are anybody's word.
  MICROSOFT: openId('https://login.microsoftonline.com/DIRECTORY-ID/v2.0', {
    userIdClaim: 'preferred_username',
  }),
  GOOGLE: openId('https://accounts.google.com'),
  SALESFORCE: openId('https://login.salesforce.com', { userIdClaim: 'preferred_username' }),
  FACEBOOK: {
    kind: 'OAUTH2',
    issuer: 'https://www.facebook.com',
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userinfoEndpoint: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    scopes: ['public_profile', 'email'],
    clientProof: 'client_secret_post',
    subjectClaim: 'id',
    userIdClaim: 'email',
    claimMappings: [
      { claim: 'first_name', field: 'firstName' },
      { claim: 'last_name', field: 'lastName' },
      { claim: 'email', field: 'email' },
    ],
  },
  TWITTER: {
    kind: 'OAUTH2',
    issuer: 'https://x.com',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    userinfoEndpoint: 'https://api.x.com/2/users/me',
    scopes: ['users.read', 'tweet.read'],
    clientProof: 'client_secret_basic',
    subjectClaim: 'data.id',
    userIdClaim: 'data.username',
    claimMappings: [{ claim: 'data.name', field: 'firstName' }],
  },
  GITHUB: {
    kind: 'OAUTH2',
    issuer: 'https://github.com',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    userinfoEndpoint: 'https://api.github.com/user',
    scopes: ['read:user', 'user:email'],
    clientProof: 'client_secret_post',
    subjectClaim: 'id',
    userIdClaim: 'login',
    claimMappings: [
      { claim: 'name', field: 'firstName' },
      { claim: 'email', field: 'email' },
    ],
  },
}

/** Where people begin who have typed a name: what follows its last @, in small letters; else null. */
export const domainOf = (name: string): string | null => {
  const at = name.lastIndexOf('@')
  const domain =
    at < 0
      ? ''
      : name
          .slice(at + 1)
          .trim()
          .toLowerCase()
  return domain === '' ? null : domain
}

/** The value of a claim, with dots between the names of what lies within; undefined where there is none. */
export const claimAt = (claims: Readonly<Record<string, unknown>>, path: string): unknown => {
  // A name with dots in it, as some providers have, goes before what lies within.
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Object.getOwnPropertyDescriptor(found, name)?.value
  }
  return found
}

/** A claim as text: a number counts as its digits, anything else is none. */
export const textAt = (claims: Readonly<Record<string, unknown>>, path: string): string | null => {
  const value = claimAt(claims, path)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** What the provider is called on the screen where one of its kind is added, as addresses have it. */
export const identityProviderSlug = (type: IdentityProviderType): string => type.toLowerCase()

/** What a test of an issuer goes through, in this order. */
export const configurationSteps = ['ADDRESS', 'ANSWER', 'ISSUER', 'ENDPOINTS', 'KEYS'] as const
export type ConfigurationStep = (typeof configurationSteps)[number]
