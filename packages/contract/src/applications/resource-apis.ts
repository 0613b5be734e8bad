import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

/** An absolute URI without fragment (RFC 8707, section 2). */
const Identifier = z
  .string()
  .trim()
  .max(500, abort)
  .regex(/^[a-z][a-z0-9+.-]*:[^\s#\\]+$/)

const ApiFields = z.object({
  name: Line(100),
  identifier: Identifier,
  description: z.string().trim().max(500, abort),
  enabled: z.boolean(),
  /** Seconds. */
  accessTokenTtlSeconds: z.int().min(60).max(86_400),
  /** JWT access tokens verify without asking; opaque ones are introspected, and end when revoked. */
  accessTokenFormat: z.enum(['jwt', 'opaque']),
  /** Applications that may ask for its scopes on behalf of people. */
  applicationIds: z.array(Uuid).max(200, abort),
})

export const ResourceApi = ApiFields.extend({
  id: Uuid,
  scopes: z.int(),
  createdAt: Instant,
}).meta({ id: 'ResourceServerApi' })

export const ResourceApiChange = ApiFields.extend({
  description: ApiFields.shape.description.default(''),
  enabled: z.boolean().default(true),
  accessTokenTtlSeconds: ApiFields.shape.accessTokenTtlSeconds.default(3600),
  accessTokenFormat: ApiFields.shape.accessTokenFormat.default('jwt'),
  applicationIds: ApiFields.shape.applicationIds.default([]),
}).meta({ id: 'ResourceServerApiChange' })

const ScopeFields = z.object({
  /** RFC 6749, section 3.3: printable, without blank, quote and backslash. */
  name: z
    .string()
    .trim()
    .max(100, abort)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/),
  description: z.string().trim().max(500, abort),
  /** Only people with one of these OAuth roles are granted it; none: everybody. */
  oauthRoleIds: z.array(Uuid).max(50, abort),
})

export const ResourceScope = ScopeFields.extend({
  id: Uuid,
  apiId: Uuid,
  createdAt: Instant,
}).meta({ id: 'ResourceServerScope' })

const scopeDefaults = {
  description: ScopeFields.shape.description.default(''),
  oauthRoleIds: ScopeFields.shape.oauthRoleIds.default([]),
}
export const ResourceScopeChange = ScopeFields.extend(scopeDefaults).meta({
  id: 'ResourceServerScopeChange',
})
export const NewResourceScope = ScopeFields.extend({ ...scopeDefaults, apiId: Uuid }).meta({
  id: 'NewResourceServerScope',
})

export const ClientCredentialsGrant = z
  .object({
    apiId: Uuid,
    applicationId: Uuid,
    applicationName: z.string(),
    scopeIds: z.array(Uuid),
    createdAt: Instant,
  })
  .meta({ id: 'ClientCredentialsGrant' })

const path = '/api/web/v1/resourceserverapis'
const scopesPath = '/api/web/v1/resourceserverscopes'
const { view, add, edit, remove } = callsOn('RESOURCESERVERAPIS')
const apis = crudAt(path, {
  entity: 'RESOURCESERVERAPIS',
  answer: ResourceApi,
  action: 'RESOURCE_API',
  missing: 'not_found',
  taken: 'api_exists',
})
const ofApplication = z.object({ id: Uuid, appid: Uuid })

export const readResourceConfig = endpoint({
  ...view,
  path: '/api/web/v1/resourcecontexts/config',
  answer: z
    .object({
      issuer: z.string(),
      /** The audience of tokens for this product itself. */
      ownIdentifier: z.string(),
      maximumApis: z.int(),
      maximumScopes: z.int(),
      accessTokenTtlSeconds: z.object({ minimum: z.int(), maximum: z.int() }),
    })
    .meta({ id: 'ResourceContextConfiguration' }),
  errors: [],
  summary: 'What holds for the APIs that this issuer protects',
})

export const listResourceApis = endpoint({
  ...apis.list,
  summary: 'APIs that take access tokens of this issuer, by name',
  description: 'At most 500, which is as many as there may be.',
})

export const readResourceApi = endpoint({ ...apis.read, summary: 'One API' })

export const createResourceApi = endpoint({
  ...add,
  path,
  body: ResourceApiChange,
  answer: ResourceApi,
  sensitive: true,
  errors: ['api_exists', 'not_found'],
  audit: 'RESOURCE_API_CREATED',
  summary: 'Register an API',
  description:
    'Applications ask for it as `resource` (RFC 8707); its tokens are JWTs (RFC 9068) whose audience is the identifier.',
})

export const updateResourceApi = endpoint({
  ...apis.update,
  body: ResourceApiChange,
  sensitive: true,
  summary: 'Change an API',
})

export const deleteResourceApi = endpoint({
  ...apis.remove,
  ordinary: 'withdrawal',
  summary: 'Remove an API with its scopes and grants; no token is issued for it from then on',
})

export const revokeApiTokens = endpoint({
  ...edit,
  path: `${path}/useroauthtokens/:id`,
  params: IdParams,
  answer: z.object({ revoked: z.int() }).meta({ id: 'RevokedTokens' }),
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'RESOURCE_API_TOKENS_REVOKED',
  summary: 'End what people have granted applications at an API',
  description:
    'Refresh tokens end at once. Access tokens for an API are JWTs: they hold until their own end.',
})

export const grantClientCredentials = endpoint({
  ...edit,
  path: `${path}/:id/clientcredentialsgrant`,
  params: IdParams,
  body: z
    .object({ applicationId: Uuid, scopeIds: z.array(Uuid).max(200, abort) })
    .meta({ id: 'ClientCredentialsGrantWanted' }),
  answer: ClientCredentialsGrant,
  sensitive: true,
  errors: ['not_found'],
  audit: 'CLIENT_CREDENTIALS_GRANTED',
  summary: 'Let an application call an API in its own name, with these scopes',
})

export const readClientCredentials = endpoint({
  ...view,
  path: `${path}/:id/clientcredentialsgrant/:appid`,
  params: ofApplication,
  answer: ClientCredentialsGrant,
  errors: ['not_found'],
  summary: 'What an application may do at an API in its own name',
})

export const updateClientCredentials = endpoint({
  ...edit,
  path: `${path}/:id/clientcredentialsgrant/:appid`,
  params: ofApplication,
  body: z
    .object({ scopeIds: z.array(Uuid).max(200, abort) })
    .meta({ id: 'ClientCredentialsGrantChange' }),
  answer: ClientCredentialsGrant,
  sensitive: true,
  errors: ['not_found'],
  audit: 'CLIENT_CREDENTIALS_GRANTED',
  summary: 'Replace the scopes of an application at an API',
})

export const revokeClientCredentials = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:id/clientcredentialsgrant/:appid`,
  params: ofApplication,
  answer: noContent,
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'CLIENT_CREDENTIALS_REVOKED',
  summary: 'Take from an application what it may do at an API in its own name',
})

export const listResourceScopes = endpoint({
  ...view,
  path: scopesPath,
  query: z.object({ apiId: Uuid.optional() }),
  answer: z.array(ResourceScope),
  errors: [],
  summary: 'Scopes of the registered APIs, by name',
  description: 'At most 1,000. With `apiId` those of one API.',
})

export const readResourceScope = endpoint({
  ...view,
  path: `${scopesPath}/:id`,
  params: IdParams,
  answer: ResourceScope,
  errors: ['not_found'],
  summary: 'One scope',
})

export const createResourceScope = endpoint({
  ...add,
  path: scopesPath,
  body: NewResourceScope,
  answer: ResourceScope,
  sensitive: true,
  errors: ['not_found', 'role_not_found', 'scope_exists'],
  audit: 'RESOURCE_SCOPE_CREATED',
  summary: 'Add a scope to an API',
})

export const updateResourceScope = endpoint({
  ...edit,
  path: `${scopesPath}/:id`,
  params: IdParams,
  body: ResourceScopeChange,
  answer: ResourceScope,
  sensitive: true,
  errors: ['not_found', 'role_not_found', 'scope_exists', 'precondition_failed'],
  audit: 'RESOURCE_SCOPE_UPDATED',
  summary: 'Change a scope',
})

export const deleteResourceScope = endpoint({
  ...remove,
  path: `${scopesPath}/:id`,
  params: IdParams,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'RESOURCE_SCOPE_DELETED',
  summary: 'Remove a scope; tokens issued from then on lack it',
})
