import {
  clientProofs,
  identityProviderKinds,
  identityProviderTypes,
  mappedFields,
  metadataFaults,
  providerClockSkewSeconds,
  samlSignInBindings,
  samlUpstreamFormats,
} from '@signet/rules/identity-providers'
import { z } from 'zod'
import type { StoredProvider } from './identity-providers.repository.ts'

const shared = {
  type: z.enum(identityProviderTypes),
  button: z.boolean(),
  domains: z.array(z.string()),
  createsUsers: z.boolean(),
  userIdClaim: z.string(),
  updatesUsers: z.boolean(),
  claimMappings: z.array(z.object({ claim: z.string(), field: z.enum(mappedFields) })),
  groupMappings: z.array(z.object({ claim: z.string(), value: z.string(), groupId: z.uuid() })),
  trustedForAdministrators: z.boolean(),
  clockSkewSeconds: z.int().default(providerClockSkewSeconds.usual),
}

/** What is stored of a provider of OpenID Connect or OAuth beside its name, issuer and secret. */
export const OidcDefinition = z.object({
  ...shared,
  kind: z.enum(identityProviderKinds),
  authorizationEndpoint: z.string().nullable(),
  tokenEndpoint: z.string().nullable(),
  userinfoEndpoint: z.string().nullable(),
  clientId: z.string(),
  clientProof: z.enum(clientProofs),
  scopes: z.array(z.string()),
  userinfo: z.boolean(),
  subjectClaim: z.string(),
  trustsMail: z.boolean(),
  trustedAcrs: z.array(z.string()),
  trustedAmrs: z.array(z.string()),
})
export type OidcDefinition = z.output<typeof OidcDefinition>

/** What is stored of a SAML provider beside its name and entity id. */
export const SamlDefinition = z.object({
  ...shared,
  signInUrl: z.string(),
  signInBinding: z.enum(samlSignInBindings).default('REDIRECT'),
  logoutUrl: z.string().nullable(),
  logoutResponseUrl: z.string().nullable(),
  signingCertificates: z.array(z.string()),
  nameIdFormat: z.enum(samlUpstreamFormats),
  signsRequests: z.boolean(),
  requiresEncryption: z.boolean(),
  forcesSignIn: z.boolean(),
  requestedContexts: z.array(z.string()),
  trustedContexts: z.array(z.string()),
  metadataUrl: z.string().nullable().default(null),
  allowsUnsolicited: z.boolean().default(false),
})
export type SamlDefinition = z.output<typeof SamlDefinition>

/** How reading the metadata of a provider again went. */
export const MetadataState = z.object({
  readAt: z.number().nullable().default(null),
  fault: z.enum(metadataFaults).nullable().default(null),
  /** Keys that the metadata no longer names, and until when they count. */
  former: z.array(z.object({ certificate: z.string(), until: z.number() })).default([]),
})
export type MetadataState = z.output<typeof MetadataState>

/** What is stored of any of them. */
export const CommonDefinition = z.object(shared)

interface Common {
  readonly id: string
  readonly name: string
  /** Under which subjects are kept: an issuer, or an entity id. */
  readonly issuer: string
  readonly enabled: boolean
  readonly version: number
}
export type OidcProvider = OidcDefinition & Common & { readonly protocol: 'oidc' }
export type SamlProvider = SamlDefinition & Common & { readonly protocol: 'saml' }
/** A provider as its calls are made. */
export type Provider = OidcProvider | SamlProvider

const common = ({ id, name, issuer, enabled, version }: StoredProvider): Common => ({
  id,
  name,
  issuer,
  enabled,
  version,
})

export const oidcProviderOf = (row: StoredProvider): OidcProvider => ({
  ...OidcDefinition.parse(row.definition),
  ...common(row),
  protocol: 'oidc',
})

export const samlProviderOf = (row: StoredProvider): SamlProvider => ({
  ...SamlDefinition.parse(row.definition),
  ...common(row),
  protocol: 'saml',
})

export const providerOf = (row: StoredProvider): Provider =>
  row.protocol === 'saml' ? samlProviderOf(row) : oidcProviderOf(row)

export const secretPurpose = (id: string): string => `identity-provider:${id}`
