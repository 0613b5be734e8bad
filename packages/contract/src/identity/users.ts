import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Line } from '../kit/schemas.ts'
import { NewUser, User, UserChange } from './user.ts'

const path = '/api/web/v3/users'
const { view, add, edit, remove } = callsOn('USERS')

export const createUser = endpoint({
  ...add,
  path,
  body: NewUser,
  answer: User,
  ordinary: 'userWork',
  errors: [
    'user_exists',
    'entitlement_ended',
    'entitlement_used_up',
    'group_not_found',
    'password_invalid',
    'password_invalid_compromised',
    'email_server_missing',
    'invitation_not_allowed',
  ],
  audit: 'USER_CREATED',
  summary: 'Create a user, with a password if one is given',
  description:
    'User id and aliases share one space: none may be another user’s user id or alias, however it is spelled (RFC 8265). Users of type LDAP_AD come from their directory. A mail address does not sign in unless it is the user id or an alias. Everybody has a user id and a language: without `locale` it is the tenant’s. An administrator limited to groups names at least one of them in `groups`. With `sendInvitation` the user is invited by email for seven days.',
})

export const readUser = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: User,
  errors: ['user_not_found'],
  summary: 'One user, with the ETag that changes ask back',
})

export const findUserByUserId = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/userid`,
  body: z.object({ userId: Line(640) }).meta({ id: 'UserIdQuery' }),
  answer: User,
  errors: ['user_not_found'],
  summary: 'The user whose user id or alias this is',
})

export const findUserByExternalId = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/externalid`,
  body: z.object({ externalId: Line(256) }).meta({ id: 'ExternalIdQuery' }),
  answer: User,
  errors: ['user_not_found'],
  summary: 'The user whom another system knows by this id',
})

export const updateUser = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: UserChange,
  answer: User,
  ordinary: 'userWork',
  errors: [
    'held_statement_broken',
    'user_not_found',
    'group_not_found',
    'user_exists',
    'user_edit_restricted',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'USER_UPDATED',
  summary: 'Change a user',
  description:
    'Fields left out stay, null takes a value away (`locale` becomes the tenant’s). Of users of type LDAP_AD and EXTERNAL only userAliases, locale, registrationRequired, verificationRequired and showNotification change here: the rest is changed where they come from. Of oneself only firstName, lastName and locale change. A restricted field may be sent with its present value. A new mail address counts as unproven. Nobody changes a user who holds rights that they do not hold themselves.',
})

export const deleteUser = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  ordinary: 'userWork',
  errors: [
    'user_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'last_super_administrator',
    'precondition_failed',
  ],
  audit: 'USER_DELETED',
  summary: 'Delete a user with all their authenticators, and end their sessions',
  description:
    'The id is never given again; user id and aliases are free at once. Nobody deletes themselves.',
})

export const changeUserState = endpoint({
  ...edit,
  path: '/api/web/v1/users/:id/state',
  params: IdParams,
  body: z
    .object({
      state: z.enum(['ACTIVE', 'INACTIVE']).optional(),
      locked: z.literal(true).optional(),
      lockReason: Line(200).optional(),
    })
    .refine(({ state, locked }) => state !== undefined || locked === true, 'names neither')
    .meta({ id: 'UserStateChange' }),
  answer: User,
  ordinary: 'userWork',
  errors: [
    'held_statement_broken',
    'user_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'last_super_administrator',
    'precondition_failed',
  ],
  audit: 'USER_STATE_CHANGED',
  summary: 'Switch a user on or off, or lock them',
  description:
    'ACTIVE and INACTIVE may be set; REGISTERING is set at creation and ends with the registration. `locked: true` locks until the unlock call, whatever the state. Both end every session at once. Nobody does this to themselves.',
})

export const unlockUser = endpoint({
  ...edit,
  path: '/api/web/v1/users/:id/unlock',
  params: IdParams,
  answer: User,
  ordinary: 'userWork',
  errors: ['held_statement_broken', 'user_not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'USER_UNLOCKED',
  summary: 'Take away an administrator’s lock and forget all wrong answers',
})
