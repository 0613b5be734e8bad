import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import { OidcScope } from './oidc-applications.ts'

/** What the product itself can tell of a person, a sign-in and an application. */
export const OwnClaim = z
  .enum([
    'acr',
    'amr',
    'app',
    'authenticators',
    'cid',
    'entitlements',
    'groups',
    'mfa',
    'org_id',
    'permissions',
    'role',
    'roles',
    'tid',
    'transaction_details',
    'upn',
  ])
  .meta({ id: 'OwnClaim' })

/** How the text of a value is told; LIST takes one entry a comma. */
export const ClaimFormat = z
  .enum(['STRING', 'NUMBER', 'BOOLEAN', 'LIST'])
  .meta({ id: 'OidcClaimFormat' })

export const ClaimSource = z
  .enum(['USER_ATTRIBUTE', 'CONSTANT', 'OWN'])
  .meta({ id: 'OidcClaimSource' })

/** Claims of the protocols themselves: they are never the tenant's to fill. */
export const protocolClaims: ReadonlySet<string> = new Set(
  (
    'iss sub aud exp iat nbf jti nonce azp auth_time at_hash c_hash s_hash sid events cnf client_id ' +
    'scope act may_act hasgroups'
  ).split(' '),
)

interface StandardClaim {
  readonly scope: 'profile' | 'email' | 'phone' | 'address'
  readonly format: 'STRING' | 'NUMBER' | 'BOOLEAN'
}

const ofProfile = { scope: 'profile', format: 'STRING' } as const

/** OpenID Connect Core 1.0, sections 5.1 and 5.4: the scope that brings each, and what it is. */
export const standardClaims: ReadonlyMap<string, StandardClaim> = new Map<string, StandardClaim>([
  ['name', ofProfile],
  ['given_name', ofProfile],
  ['family_name', ofProfile],
  ['middle_name', ofProfile],
  ['nickname', ofProfile],
  ['preferred_username', ofProfile],
  ['profile', ofProfile],
  ['picture', ofProfile],
  ['website', ofProfile],
  ['gender', ofProfile],
  ['birthdate', ofProfile],
  ['zoneinfo', ofProfile],
  ['locale', ofProfile],
  ['updated_at', { scope: 'profile', format: 'NUMBER' }],
  ['email', { scope: 'email', format: 'STRING' }],
  ['email_verified', { scope: 'email', format: 'BOOLEAN' }],
  ['phone_number', { scope: 'phone', format: 'STRING' }],
  ['phone_number_verified', { scope: 'phone', format: 'BOOLEAN' }],
  ['address', { scope: 'address', format: 'STRING' }],
])

const Name = z
  .string()
  .trim()
  .max(200, abort)
  .regex(/^[A-Za-z_][\w.:/-]*$/)

const Fields = z.object({
  name: Name,
  description: z.string().trim().max(500, abort),
  scope: OidcScope.exclude(['offline_access']),
  source: ClaimSource,
  /** By source: an attribute's id, the text itself, or one of the own claims. */
  value: Line(1000),
  format: ClaimFormat,
})

export const OidcClaim = Fields.extend({ id: Uuid, createdAt: Instant }).meta({ id: 'OidcClaim' })

export const OidcClaimChange = Fields.extend({
  description: Fields.shape.description.default(''),
  format: ClaimFormat.default('STRING'),
}).meta({ id: 'OidcClaimChange' })

const path = '/api/web/v1/applications/oidcclaims'
const id = 'web.v1.applications.oidcclaims'
const { list, read, create, update, remove } = crudAt(path, {
  entity: 'APPLICATIONS',
  answer: OidcClaim,
  action: 'OIDC_CLAIM',
  missing: 'not_found',
  taken: 'claim_exists',
})

export const listOidcClaims = endpoint({
  ...list,
  catalogueId: `get:${id}`,
  summary: 'The claims that this tenant has added, by name',
  description: 'At most 200, which is as many as there may be.',
})

export const readOidcClaim = endpoint({
  ...read,
  catalogueId: `get:${id}.id`,
  summary: 'One added claim',
})

export const createOidcClaim = endpoint({
  ...create,
  body: OidcClaimChange,
  sensitive: true,
  catalogueId: `post:${id}`,
  summary: 'Add a claim',
  description:
    'Applications that are granted its scope read it at the userinfo endpoint; claims of the scope `openid` are in ID tokens too. A person without the attribute has no such claim. A standard claim of OpenID Connect takes the place of the usual value, under its own scope or `openid`; `address` is told as its formatted text. The email address of an attribute is not told as verified unless `email_verified` is filled too.',
})

export const updateOidcClaim = endpoint({
  ...update,
  body: OidcClaimChange,
  sensitive: true,
  catalogueId: `put:${id}.id`,
  summary: 'Change an added claim',
})

export const deleteOidcClaim = endpoint({
  ...remove,
  sensitive: true,
  catalogueId: `delete:${id}.id`,
  summary: 'Remove an added claim',
})
