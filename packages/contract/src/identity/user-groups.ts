import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'
import { UserGroup } from './user.ts'

const path = '/api/web/v1/groups'
const memberParams = z.object({ id: Uuid, userid: Uuid })
const member = {
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  limit: 'change',
  path: `${path}/:id/users/:userid`,
  params: memberParams,
  answer: noContent,
} as const

const faults = [
  'group_not_found',
  'held_statement_broken',
  'user_not_found',
  'user_edit_restricted',
  'rights_not_held',
] as const

export const addGroupMember = endpoint({
  ...member,
  method: 'POST',
  ordinary: 'userWork',
  errors: [...faults],
  audit: 'GROUP_MEMBER_ADDED',
  summary: 'Put a user into a group',
  description:
    'Does as much work in a group of half a million as in an empty one. Done twice changes nothing. Nobody changes their own groups.',
})

export const removeGroupMember = endpoint({
  ...member,
  method: 'DELETE',
  ordinary: 'userWork',
  errors: [...faults],
  audit: 'GROUP_MEMBER_REMOVED',
  summary: 'Take a user out of a group',
})

export const setUserGroups = endpoint({
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  limit: 'change',
  method: 'PUT',
  path: '/api/web/v1/userauthorizationgroup/:userid/groups',
  params: z.object({ userid: Uuid }),
  body: z.object({ groups: z.array(Uuid).max(500, abort) }).meta({ id: 'UserGroups' }),
  answer: z.array(UserGroup),
  ordinary: 'userWork',
  errors: [...faults, 'precondition_failed'],
  audit: 'USER_GROUPS_CHANGED',
  summary: 'Replace the groups of a user',
  description:
    'An administrator limited to groups replaces those among them; the user’s other groups stay. Groups of a directory are not changed here for the directory’s own users.',
})
