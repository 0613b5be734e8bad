import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'
import { UserOrganization } from './user.ts'

const path = '/api/web/v1/organizations'
const member = {
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  limit: 'change',
  path: `${path}/:orgid/users/:userid`,
  params: z.object({ orgid: Uuid, userid: Uuid }),
  answer: noContent,
  errors: ['organization_not_found', 'user_not_found', 'user_edit_restricted', 'rights_not_held'],
} as const

export const addOrganizationMember = endpoint({
  ...member,
  method: 'POST',
  ordinary: 'userWork',
  audit: 'ORGANIZATION_MEMBER_ADDED',
  summary: 'Put a user into an organization',
  description: 'Done twice changes nothing.',
})

export const removeOrganizationMember = endpoint({
  ...member,
  method: 'DELETE',
  ordinary: 'userWork',
  audit: 'ORGANIZATION_MEMBER_REMOVED',
  summary: 'Take a user out of an organization',
})

export const setUserOrganizations = endpoint({
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  limit: 'change',
  method: 'PUT',
  path: '/api/web/v1/users/:userid/organizations',
  params: z.object({ userid: Uuid }),
  body: z
    .object({ organizations: z.array(Uuid).max(500, abort) })
    .meta({ id: 'UserOrganizations' }),
  answer: z.array(UserOrganization),
  ordinary: 'userWork',
  errors: [
    'user_not_found',
    'organization_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'USER_ORGANIZATIONS_CHANGED',
  summary: 'Replace the organizations of a user',
})
