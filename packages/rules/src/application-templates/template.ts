import type { TokenAlgorithm } from '../applications.ts'

export const templateCategories = [
  'development',
  'operations',
  'security',
  'collaboration',
  'content',
  'data',
  'business',
  'home',
] as const
export type TemplateCategory = (typeof templateCategories)[number]

/**
 * What stands in braces in a template's addresses, filled in by whoever adds the application:
 * `host` is where the product runs, `tenant` its name at a provider, `provider` what the product
 * calls this sign-in.
 */
export const templateParameters = ['host', 'tenant', 'provider'] as const
export type TemplateParameter = (typeof templateParameters)[number]

interface Shared {
  /** Kept with applications, never renamed. */
  readonly id: string
  readonly name: string
  readonly category: TemplateCategory
  /** Where the product is told of its identity provider, in its own words. */
  readonly place: string
  /** The product's page where somebody signs in. */
  readonly launch?: string
}

export interface OidcTemplate extends Shared {
  readonly protocol: 'OIDC'
  readonly applicationType: 'OIDC_WEB' | 'OIDC_SPA' | 'OIDC_NATIVE'
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  /** What its ID tokens are signed with; absent: RS256, which every product reads. */
  readonly idTokenSigningAlgorithm?: TokenAlgorithm
  /** It has no setting for PKCE, and sends none. */
  readonly pkceOptional?: true
  /** It reads the ID token alone. */
  readonly claimsInIdTokens?: true
}

export interface SamlTemplate extends Shared {
  readonly protocol: 'SAML'
  readonly entityId: string
  /** Where the assertion is posted. */
  readonly acsUrl: string
  /** What the product reads of people: names with their sources. */
  readonly attributes?: readonly (readonly [name: string, source: string])[]
}

export type ApplicationTemplate = OidcTemplate | SamlTemplate

type Given<T extends ApplicationTemplate> = Omit<T, 'protocol' | 'category' | 'applicationType'> & {
  readonly applicationType?: OidcTemplate['applicationType']
}

/** Templates of a category: web applications that keep a secret unless they say otherwise. */
export const oidcTemplates = (
  category: TemplateCategory,
  given: readonly Given<OidcTemplate>[],
): readonly OidcTemplate[] =>
  given.map((each) => ({ protocol: 'OIDC', category, applicationType: 'OIDC_WEB', ...each }))

const braces = /\{([a-z]+)\}/g

const addressesOf = (template: ApplicationTemplate): readonly string[] =>
  template.protocol === 'OIDC'
    ? [...template.redirectUris, ...(template.postLogoutRedirectUris ?? [])]
    : [template.entityId, template.acsUrl]

/** What has to be filled in, in the order it is asked for. */
export const parametersOf = (template: ApplicationTemplate): readonly TemplateParameter[] => {
  const text = [...addressesOf(template), template.launch ?? ''].join(' ')
  const named = new Set([...text.matchAll(braces)].map(([, name]) => name))
  return templateParameters.filter((name) => named.has(name))
}

/** An address with what stands in braces filled in; what is not given stays as it is. */
export const filledIn = (
  address: string,
  values: Readonly<Partial<Record<TemplateParameter, string>>>,
): string =>
  address.replace(braces, (whole, name: string) => {
    const parameter = templateParameters.find((each) => each === name)
    const value = parameter === undefined ? '' : (values[parameter] ?? '').trim()
    return value === '' ? whole : value
  })

/** Two letters that stand for a product: of its words, or the first two of one word. */
export const monogramOf = (name: string): string => {
  const words = name.split(/[\s.\-/()]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', second] = words
  return (
    second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`
  ).toUpperCase()
}
