import { abort } from '@signet/rules/abort'
import {
  metadataFaults,
  samlSignInBindings,
  samlUpstreamFormats,
} from '@signet/rules/identity-providers'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { lockouts } from '../kit/lockouts.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'
import {
  changed,
  expectEachFieldOnce,
  faults,
  path,
  shared,
  shownOf,
  Url,
} from './identity-provider-parts.ts'

const { view, add, edit, remove } = callsOn('IDENTITYPROVIDERS')
const samlSettings = {
  ...shared,
  /** What the provider calls itself in its messages, letter by letter. */
  entityId: z.string(),
  /** Where people prove their account. */
  signInUrl: z.string(),
  /** How the request goes there. */
  signInBinding: z.enum(samlSignInBindings),
  /** Where sign-outs go, by redirect; null: it is not told, and tells nothing. */
  logoutUrl: z.string().nullable(),
  /** Where answers to its own sign-outs go, if elsewhere. */
  logoutResponseUrl: z.string().nullable(),
  /** The provider's own, by which its signatures are checked: DER in base64. */
  signingCertificates: z.array(z.string()),
  /**
   * The format of the name that accounts are kept under. Persistent ones are nobody else's later; `any`
   * accepts each format but transient, and keeps accounts under format and name.
   */
  nameIdFormat: z.enum(samlUpstreamFormats),
  /** Requests are signed. */
  signsRequests: z.boolean(),
  /** Assertions that are not encrypted are refused. */
  requiresEncryption: z.boolean(),
  /** People prove themselves there anew, whoever is signed in. */
  forcesSignIn: z.boolean(),
  /** Classes of authentication context one of which the provider is asked for. */
  requestedContexts: z.array(z.string()),
  /** Classes that count for a second factor; none counts by itself. */
  trustedContexts: z.array(z.string()),
  /** Where its metadata is read again: certificates and URLs follow it. */
  /** With `***` for fixed values of its query and userinfo; sent back, they are kept. */
  metadataUrl: z.string().nullable(),
  /** Responses without a request of ours sign people in (IdP-initiated), each of them once. */
  allowsUnsolicited: z.boolean(),
}

export const SamlIdentityProvider = z
  .object({
    id: Uuid,
    name: z.string(),
    ...samlSettings,
    /** What we are called there, and where our metadata are read. */
    ownEntityId: z.string(),
    /** Where the provider posts its responses. */
    consumerUrl: z.string(),
    /** Where the provider tells of sign-outs, and answers to ours. */
    ownLogoutUrl: z.string(),
    /** How reading the metadata again went; `fault`: why it was not taken last. */
    metadata: z.object({
      readAt: Instant.nullable(),
      fault: z.enum(metadataFaults).nullable(),
      nextAt: Instant.nullable(),
    }),
    ...shownOf,
  })
  .meta({ id: 'SamlIdentityProvider' })

const Certificate = z
  .string()
  .trim()
  .min(1)
  .max(20_000, abort)
  .describe('An X.509 certificate: PEM, or DER in base64')
const Context = z.string().trim().min(1).max(500, abort)

export const SamlIdentityProviderChange = z
  .object({
    ...samlSettings,
    ...changed,
    entityId: Line(1024),
    signInUrl: Url,
    logoutUrl: Url.nullable().default(null),
    logoutResponseUrl: Url.nullable().default(null),
    signingCertificates: z.array(Certificate).min(1).max(5, abort),
    signInBinding: samlSettings.signInBinding.default('REDIRECT'),
    nameIdFormat: samlSettings.nameIdFormat.default('persistent'),
    signsRequests: samlSettings.signsRequests.default(true),
    requiresEncryption: samlSettings.requiresEncryption.default(false),
    forcesSignIn: samlSettings.forcesSignIn.default(false),
    requestedContexts: z.array(Context).max(20, abort).default([]),
    trustedContexts: z.array(Context).max(20, abort).default([]),
    metadataUrl: Url.nullable().default(null),
    allowsUnsolicited: samlSettings.allowsUnsolicited.default(false),
  })
  .superRefine((wanted, context) =>
    expectEachFieldOnce(wanted.claimMappings, (field, message) =>
      context.addIssue({ code: 'custom', path: [field], message }),
    ),
  )
  .meta({ id: 'SamlIdentityProviderChange' })

/** What a metadata document says of an identity provider. */
export const SamlIdentityProviderMetadata = z
  .object({
    entityId: z.string(),
    signInUrl: z.string(),
    signInBinding: samlSettings.signInBinding,
    logoutUrl: z.string().nullable(),
    logoutResponseUrl: z.string().nullable(),
    signingCertificates: z.array(z.string()),
    nameIdFormat: z.enum(samlUpstreamFormats),
    expiresAt: Instant.nullable(),
  })
  .meta({ id: 'SamlIdentityProviderMetadata' })

export const listSamlIdentityProviders = endpoint({
  ...view,
  path: `${path}/saml`,
  answer: z.array(SamlIdentityProvider),
  errors: [],
  summary: 'SAML identity providers, by name',
})

export const readSamlIdentityProvider = endpoint({
  ...view,
  path: `${path}/saml/:id`,
  params: IdParams,
  answer: SamlIdentityProvider,
  errors: ['identity_provider_not_found'],
  summary: 'One SAML identity provider',
})

export const createSamlIdentityProvider = endpoint({
  ...add,
  path: `${path}/saml`,
  body: SamlIdentityProviderChange,
  answer: SamlIdentityProvider,
  sensitive: true,
  errors: [...faults, 'certificate_invalid', 'identity_provider_limit_reached'],
  audit: 'IDENTITY_PROVIDER_CREATED',
  summary: 'Add a SAML identity provider',
  description:
    'Each has an entity id, a consumer and a certificate of ours to be registered there: nothing that one provider says is taken for another’s. It proves one factor; a class of authentication context counts for a second one only where it is named here.',
})

export const updateSamlIdentityProvider = endpoint({
  ...edit,
  path: `${path}/saml/:id`,
  params: IdParams,
  body: SamlIdentityProviderChange,
  answer: SamlIdentityProvider,
  sensitive: true,
  errors: [
    ...faults,
    ...lockouts,
    'certificate_invalid',
    'identity_provider_not_found',
    'precondition_failed',
  ],
  audit: 'IDENTITY_PROVIDER_UPDATED',
  summary: 'Change a SAML identity provider',
  description:
    'With another entity id or another format of names the links of its people are forgotten: whoever answers there is somebody else, or calls people otherwise.',
})

export const deleteSamlIdentityProvider = endpoint({
  ...remove,
  path: `${path}/saml/:id`,
  params: IdParams,
  sensitive: true,
  errors: [...lockouts, 'identity_provider_not_found', 'precondition_failed'],
  audit: 'IDENTITY_PROVIDER_DELETED',
  summary: 'Delete a SAML identity provider with the links of its people',
})

export const parseSamlProviderMetadata = endpoint({
  actor: 'admin',
  limit: 'search',
  needs: ['IDENTITYPROVIDERS', 'VIEW'],
  method: 'POST',
  path: `${path}/saml/metadata/parse`,
  body: z
    .object({ metadata: z.string().min(1).max(500_000, abort) })
    .meta({ id: 'SamlIdentityProviderMetadataText' }),
  answer: SamlIdentityProviderMetadata,
  errors: ['saml_metadata_invalid'],
  audit: null,
  summary: 'Read the metadata document of a SAML identity provider',
  description:
    'SAML 2.0 metadata with one identity provider in it, which accepts requests by redirect or POST. A document type, an entity or a repeated ID is rejected; nothing is fetched.',
})
