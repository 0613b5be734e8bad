import {
  templateCategories,
  templateParameters,
} from '@signet/rules/application-templates/template'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { NameQuery } from '../kit/schemas.ts'
import { SigningAlgorithm } from './oidc-applications.ts'
import { SamlAttribute } from './saml-applications.ts'

/** A kind of application, or a product whose addresses are known but for what is in braces. */
export const ApplicationTemplate = z
  .object({
    id: z.string(),
    name: z.string(),
    protocol: z.enum(['OIDC', 'SAML', 'API', 'RADIUS', 'SYSLOG']),
    description: z.string(),
    /** The kind that an application from it is of. */
    applicationType: z.string(),
    /** Null for a kind without a product. */
    category: z.enum(templateCategories).nullable(),
    /** What has to be filled in: it stands in braces in the addresses. */
    parameters: z.array(z.enum(templateParameters)),
    /** Where answers go: redirect URIs, or consumers of SAML responses. */
    redirectUris: z.array(z.string()),
    /** What a SAML product calls itself; null for others. */
    entityId: z.string().nullable(),
    /** What a SAML product reads of people; empty for others. */
    attributes: z.array(SamlAttribute),
    postLogoutRedirectUris: z.array(z.string()),
    /** What the product verifies ID tokens with; null for others than OpenID Connect. */
    idTokenSigningAlgorithm: SigningAlgorithm.nullable(),
    /** The product sends no PKCE. */
    pkceOptional: z.boolean(),
    /** The product reads the ID token alone. */
    claimsInIdTokens: z.boolean(),
    /** The product's page where a sign-in begins; null where it has none of its own. */
    initiateLoginUri: z.string().nullable(),
    /** Where it is told of this service, in its own words; null where each does so otherwise. */
    place: z.string().nullable(),
  })
  .meta({ id: 'ApplicationTemplate' })

const access = {
  actor: 'admin',
  needs: ['APPLICATIONS', 'VIEW'],
  limit: 'read',
  audit: null,
  errors: [],
} as const

export const listApplicationTemplates = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v1/applications/templates',
  answer: z.array(ApplicationTemplate),
  summary: 'Kinds of application, and products, that can be added',
})

export const listApplicationInfo = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v1/applicationinfo',
  query: NameQuery,
  answer: z.array(
    z
      .object({
        id: z.string(),
        name: z.string(),
        applicationType: z.string(),
        /** The product it was added as; else its kind. */
        templateId: z.string(),
        enabled: z.boolean(),
        logo: z.string().nullable(),
        /** It has registered by itself (RFC 7591): nobody else has named it. */
        selfRegistered: z.boolean(),
      })
      .meta({ id: 'ApplicationInfo' }),
  ),
  summary: 'All applications of the tenant in short: the user portal, then the others by name',
  description: 'At most 1,000 beside the portal, whose id is USER_PORTAL.',
})
