import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'
import { Role } from './roles.ts'

const { view, edit } = callsOn('ROLES', {
  noun: 'role',
  tag: {
    name: 'Provider roles',
    description: 'Roles by which administrators of a service provider work on its tenants.',
  },
})
const ofUser = '/api/web/v1/users/:userid/sproles'
const userParams = z.object({ userid: Uuid })
const linkParams = userParams.extend({ roleid: Uuid })

export const listProviderRoles = endpoint({
  ...view,
  path: '/api/web/v1/serviceprovider/roles',
  answer: z.array(Role),
  errors: [],
  catalogueId: 'get:web.v1.serviceprovider.roles',
  summary: 'Roles for work on the tenants of this provider',
  description: 'Empty in a tenant that is no provider.',
})

export const listUserProviderRoles = endpoint({
  ...view,
  path: ofUser,
  params: userParams,
  answer: z.array(Role),
  errors: ['user_not_found'],
  catalogueId: 'get:web.v1.users.userid.sproles',
  summary: 'The service provider roles of a user',
})

export const assignProviderRole = endpoint({
  ...edit,
  path: `${ofUser}/:roleid`,
  params: linkParams,
  answer: z.array(Role),
  sensitive: true,
  errors: [
    'user_not_found',
    'role_not_found',
    'role_not_assignable',
    'held_statement_broken',
    'user_edit_restricted',
    'rights_not_held',
  ],
  audit: 'ROLE_ASSIGNED',
  catalogueId: 'put:web.v1.users.userid.sproles.roleid',
  summary: 'Assign a service provider role to a user',
  description:
    'With the rules of `PUT /api/web/v1/users/{userid}/roles/{roleid}`. Such a role gives rights over the tenants of this provider as a whole, none inside them.',
})

export const removeProviderRole = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${ofUser}/:roleid`,
  params: linkParams,
  answer: noContent,
  sensitive: true,
  errors: [
    'user_not_found',
    'role_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'last_super_administrator',
  ],
  audit: 'ROLE_REMOVED',
  catalogueId: 'delete:web.v1.users.userid.sproles.roleid',
  summary: 'Remove a service provider role from a user',
})
