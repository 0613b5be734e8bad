import { abort } from '@signet/rules/abort'
import {
  hashAlgorithms,
  samlNameIdFormatNames,
  samlRelayStateBytes,
  samlSignatureAlgorithms,
  samlSignatureChoices,
} from '@signet/rules/applications'
import { utf8Bytes } from '@signet/rules/radius'
import { isReplaceFilter } from '@signet/rules/replace-filters'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PictureUri, Uuid } from '../kit/schemas.ts'

export const SamlNameIdFormat = z.enum(samlNameIdFormatNames).meta({ id: 'SamlNameIdFormat' })
export const SamlHashAlgorithm = z.enum(hashAlgorithms).meta({ id: 'SamlHashAlgorithm' })
const SamlSignatureAlgorithm = z
  .enum(samlSignatureAlgorithms)
  .meta({ id: 'SamlSignatureAlgorithm' })
export const SamlSignatureChoice = z.enum(samlSignatureChoices).meta({ id: 'SamlSignatureChoice' })
export const SamlEncryptionAlgorithm = z
  .enum(['AES256_GCM', 'AES128_GCM', 'AES256_CBC', 'AES128_CBC'])
  .meta({ id: 'SamlEncryptionAlgorithm' })
export const SamlLogoutBinding = z
  .enum(['REDIRECT', 'POST', 'SOAP'])
  .meta({ id: 'SamlLogoutBinding' })
export const SamlAttributeSource = z
  .enum(['USER_ATTRIBUTE', 'CONSTANT', 'GROUPS', 'ROLES'])
  .meta({ id: 'SamlAttributeSource' })
export const SamlAttributeNameFormat = z
  .enum(['basic', 'uri', 'unspecified'])
  .meta({ id: 'SamlAttributeNameFormat' })

/** A URI (SAML 2.0 core, section 8.3.6); other letters take more bytes than an index holds. */
const EntityId = Line(1024).refine((text) => utf8Bytes(text) <= 2000, 'too_long')

const Location = z.string().trim().min(1).max(2000, abort)

const Certificate = z
  .string()
  .trim()
  .min(1)
  .max(20_000, abort)
  .describe('An X.509 certificate: PEM, or DER in base64')

const ReplaceFilter = z
  .string()
  .max(2000, abort)
  .refine(
    isReplaceFilter,
    'not a replace filter: write .filter(pattern).matcher(pattern).replace(text).end(), for example .filter(.*).matcher(@.*$).replace().end()',
  )
  .describe('.filter(..).matcher(..).replace(..).end()')

export const SamlAttribute = z
  .object({
    name: Line(500),
    friendlyName: z.string().trim().max(200, abort).default(''),
    nameFormat: SamlAttributeNameFormat.default('basic'),
    source: SamlAttributeSource,
    /**
     * An attribute's id, or attributes in braces within text (`{userid}@example.org`); the constant text;
     * empty for groups and roles.
     */
    value: z.string().trim().max(1000, abort).default(''),
    filter: ReplaceFilter.nullable().default(null),
  })
  .meta({ id: 'SamlAttribute' })

export const SamlConsumer = z
  .object({
    /** By which requests and launches name it. */
    index: z.int().min(0).max(65_535),
    url: Location,
  })
  .meta({ id: 'SamlAssertionConsumer' })

const Fields = z.object({
  name: Line(100),
  description: z.string().trim().max(500, abort),
  enabled: z.boolean(),
  logoUri: PictureUri.nullable(),
  /** The name by which the application calls itself in its messages. */
  entityId: EntityId,
  /** Of several applications with this entity ID: requests that name no ACS URL are for this one. */
  entityDefault: z.boolean(),
  /** Where responses go, by POST; the first one unless a request names another. */
  assertionConsumers: z.array(SamlConsumer).min(1).max(20, abort),
  /** Whether people may begin here, without a request of the application. */
  idpInitiated: z.boolean(),
  /** Handed to the application when people begin here. */
  defaultRelayState: z.string().max(samlRelayStateBytes, abort),
  /** Where the application hears that somebody signs out; null: it is not told. */
  logoutUrl: Location.nullable(),
  /** Where answers to its own sign-outs go, if elsewhere. */
  logoutResponseUrl: Location.nullable(),
  logoutBinding: SamlLogoutBinding,
  nameIdFormat: SamlNameIdFormat,
  /**
   * The user attribute that the name identifier is made of, or several in braces within text; transient
   * ones are made up.
   */
  nameIdAttribute: Line(500),
  nameIdFilter: ReplaceFilter.nullable(),
  /** Requests get the NameID format above, whichever format they ask for. */
  ignoresNameIdPolicy: z.boolean(),
  /** Formats that a request may ask for beside the one above. */
  allowedNameIdFormats: z.array(SamlNameIdFormat).max(7, abort),
  attributes: z.array(SamlAttribute).max(100, abort),
  signAssertion: z.boolean(),
  signResponse: z.boolean(),
  signatureAlgorithm: SamlSignatureAlgorithm,
  digestAlgorithm: SamlHashAlgorithm,
  encryptAssertion: z.boolean(),
  encryptionAlgorithm: SamlEncryptionAlgorithm,
  encryptionCertificate: Certificate.nullable(),
  /** Sign-in requests without a right signature are refused. */
  requireSignedRequests: z.boolean(),
  /** The application's own, by which its signatures are checked. */
  signingCertificates: z.array(Certificate).max(5, abort),
  /** Seconds that an assertion may be presented in. */
  assertionTtlSeconds: z.int().min(30).max(3600),
})

export const SamlApplication = Fields.extend({
  /** Saved before its scheme was checked, it may be anything. */
  logoUri: z.string().nullable(),
  id: Uuid,
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: 'SamlApplication' })

/** What is left out keeps its value, or its default in a new application. */
export const SamlApplicationChange = Fields.extend({
  /** RECOMMENDED is stored as the algorithm it stands for; SHA-1 is kept only where it is already used. */
  signatureAlgorithm: SamlSignatureChoice,
})
  .partial()
  .required({ name: true, entityId: true, assertionConsumers: true })
  .meta({ id: 'SamlApplicationChange' })

const path = '/api/web/v1/applications/saml'
const { view, add, edit, remove } = callsOn('APPLICATIONS')
const own = [
  'application_exists',
  'entity_id_exists',
  'invalid_redirect_uri',
  'certificate_invalid',
] as const

export const listSamlApplications = endpoint({
  ...view,
  path,
  answer: z.array(SamlApplication),
  errors: [],
  summary: 'SAML applications, by name',
  description: 'At most 1,000.',
})

export const createSamlApplication = endpoint({
  ...add,
  path,
  body: SamlApplicationChange,
  answer: SamlApplication,
  sensitive: true,
  errors: own,
  audit: 'APPLICATION_CREATED',
  versioned: false,
  summary: 'Register a SAML application (service provider)',
  description:
    'Responses go by POST to the registered consumers alone. SHA-1 is refused for new applications.',
})

export const readSamlApplication = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: SamlApplication,
  errors: ['not_found'],
  summary: 'One SAML application',
})

export const updateSamlApplication = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: SamlApplicationChange,
  answer: SamlApplication,
  sensitive: true,
  errors: ['not_found', 'precondition_failed', ...own],
  audit: 'APPLICATION_UPDATED',
  summary: 'Change a SAML application',
})

export const deleteSamlApplication = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'APPLICATION_DELETED',
  summary: 'Remove a SAML application; nobody can sign in to it any more',
})

const Options = z.array(z.object({ id: z.string(), name: z.string() }))

const option = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    ...view,
    path: `${path}/options/${name}`,
    answer: Options,
    errors: [],
    catalogueId: `get:web.v1.applications.saml.options.${name}`,
    summary,
  })

export const listSamlAttributeSources = option(
  'attributes',
  'What a name identifier or an attribute of an assertion may be filled from',
)
export const listSamlHashAlgorithms = option(
  'hashalgorithms',
  'Digests of signatures; SHA-1 is not for new applications',
)
export const listSamlNameIdFormats = option(
  'nameidformats',
  'Formats of the name identifier (SAML 2.0 core, section 8.3)',
)
export const listSamlSignatureAlgorithms = option(
  'signaturealgorithms',
  'What signs responses and assertions; SHA-1 is not for new applications',
)

export const SamlMetadata = z
  .object({
    entityId: z.string(),
    assertionConsumers: z.array(SamlConsumer),
    logoutUrl: z.string().nullable(),
    logoutResponseUrl: z.string().nullable(),
    logoutBinding: SamlLogoutBinding,
    nameIdFormat: SamlNameIdFormat.nullable(),
    signAssertion: z.boolean(),
    requireSignedRequests: z.boolean(),
    signingCertificates: z.array(z.string()),
    encryptionCertificate: z.string().nullable(),
    /** The strongest that it says it reads; null where it names none of these. */
    encryptionAlgorithm: SamlEncryptionAlgorithm.nullable(),
    /** It can decrypt: assertions should be encrypted for it. */
    encryptAssertion: z.boolean(),
    /** Attributes that it asks for. */
    requestedAttributes: z.array(
      z.object({
        name: z.string(),
        friendlyName: z.string(),
        nameFormat: SamlAttributeNameFormat,
        required: z.boolean(),
      }),
    ),
    /**
     * What it could be told: each requested attribute whose source is known, or what most applications
     * read where it requests none.
     */
    attributes: z.array(SamlAttribute),
    expiresAt: Instant.nullable(),
  })
  .meta({ id: 'SamlServiceProviderMetadata' })

export const parseSamlMetadata = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/metadata/parse`,
  body: z
    .object({ metadata: z.string().min(1).max(500_000, abort) })
    .meta({ id: 'SamlMetadataText' }),
  answer: SamlMetadata,
  errors: ['saml_metadata_invalid'],
  audit: null,
  limit: 'search',
  catalogueId: 'post:web.v1.applications.saml.metadata.parse',
  summary: 'Read the metadata document of a service provider',
  description:
    'SAML 2.0 metadata with one service provider in it. A document type, an entity or a repeated ID is rejected; nothing is fetched.',
})

export const testSamlFilter = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/regex/test`,
  body: z
    .object({
      filter: z.string().max(2000, abort),
      values: z.array(z.string().max(2000, abort)).min(1).max(20, abort),
    })
    .meta({ id: 'SamlFilterTest' }),
  answer: z
    .object({
      valid: z.boolean(),
      /** As they would leave; null for one that would become too long. */
      results: z.array(z.object({ value: z.string(), result: z.string().nullable() })),
    })
    .meta({ id: 'SamlFilterTestResult' }),
  errors: [],
  audit: null,
  limit: 'read',
  catalogueId: 'post:web.v1.applications.saml.regex.test',
  summary: 'Try a replace filter on some values',
  description:
    'Patterns have no back references and no look-around: they answer in time that grows with the length of the value.',
})

export const validateSamlFilter = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/regex/validate`,
  query: z.object({ attributeValue: z.string().max(2000, abort).default('') }),
  body: z.object({ filter: z.string().max(2000, abort) }).meta({ id: 'SamlFilter' }),
  answer: z
    .object({ valid: z.boolean(), result: z.string().nullable() })
    .meta({ id: 'SamlFilterVerdict' }),
  errors: [],
  audit: null,
  catalogueId: 'post:web.v1.applications.saml.regex.validate',
  summary: 'Whether a replace filter can be used, and what it makes of a value',
})
