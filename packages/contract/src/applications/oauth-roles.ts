import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

export const OauthRole = z
  .object({
    id: Uuid,
    /** What applications read in the claims `roles` and `role`. */
    name: z.string(),
    description: z.string().nullable(),
    /** How many users have it. */
    users: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'OAuthRole' })

export const OauthRoleChange = z
  .object({ name: Line(100), description: Line(500).nullable().default(null) })
  .meta({ id: 'OAuthRoleChange' })

const { edit } = callsOn('OAUTHROLES')
const { list, read, createWithoutLocation, update, remove } = crudAt('/api/web/v1/oauthroles', {
  entity: 'OAUTHROLES',
  answer: OauthRole,
  action: 'OAUTH_ROLE',
  missing: 'role_not_found',
  taken: 'role_exists',
})

export const listOauthRoles = endpoint({
  ...list,
  query: z.object({ userId: Uuid.optional() }),
  errors: ['user_not_found'],
  summary: 'The roles that applications are told of, by name',
  description: 'At most 1,000. With `userId` those of one user.',
})

export const readOauthRole = endpoint({ ...read, summary: 'One OAuth role' })

export const createOauthRole = endpoint({
  ...createWithoutLocation,
  body: OauthRoleChange,
  sensitive: true,
  summary: 'Create an OAuth role',
})

export const updateOauthRole = endpoint({
  ...update,
  body: OauthRoleChange,
  sensitive: true,
  summary: 'Rename or describe an OAuth role',
  description: 'Applications read the new name with their next question about a person.',
})

export const deleteOauthRole = endpoint({
  ...remove,
  sensitive: true,
  errors: ['role_not_found', 'role_in_use', 'precondition_failed'],
  summary: 'Delete an OAuth role that nobody has',
})

export const replaceUserOauthRoles = endpoint({
  ...edit,
  path: '/api/web/v1/useroauthrole/:userid/oauthroles',
  params: z.object({ userid: Uuid }),
  body: z.object({ oauthRoleIds: z.array(Uuid).max(200, abort) }).meta({ id: 'UserOAuthRoles' }),
  answer: z.array(OauthRole),
  sensitive: true,
  errors: [
    'user_not_found',
    'role_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'OAUTH_ROLES_ASSIGNED',
  versioned: false,
  summary: 'Replace the OAuth roles of a user',
  description:
    'The whole list: roles left out of it are taken. Applications read them in the claims `roles` and `role` of the scope `profile`. Nobody gives themselves one.',
})
