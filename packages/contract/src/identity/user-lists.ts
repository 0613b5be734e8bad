import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { AsyncJob } from '../kit/jobs.ts'
import { GivenInstant, IdParams, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { UserState, UserSummary, UserType } from './user.ts'

export const UserPageRequest = PageRequest.extend({
  /** Part of a name, user id, alias, mail address, number or external id. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  state: UserState.optional(),
  type: UserType.optional(),
  locked: z.boolean().optional(),
  roleId: Uuid.optional(),
  groupId: Uuid.optional(),
  organizationId: Uuid.optional(),
  /** Of a role that applications are told of. */
  oauthRoleId: Uuid.optional(),
  /** Users who are invited and cannot sign in yet, by whether their invitation still works. */
  invitation: z.enum(['PENDING', 'EXPIRED']).optional(),
  createdFrom: GivenInstant.optional(),
  createdUntil: GivenInstant.optional(),
  sortBy: z.enum(['name', 'userId', 'created']).default('name'),
  descending: z.boolean().default(false),
}).meta({ id: 'UserPageRequest' })

const { view } = callsOn('USERS')

export const listUsers = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v4/userspaged',
  body: UserPageRequest,
  answer: pageOf(UserSummary),
  errors: [],
  limit: 'search',
  summary: 'A page of users',
  description:
    'Three characters or more are found anywhere; one or two only at the beginning of the name, or of the user id when sorted by it. Totals above 10,000, of searches above 1,000, are estimates. An administrator limited to groups sees the people in them.',
})

export const submitUserList = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v4/async/userspaged',
  body: UserPageRequest,
  answer: AsyncJob,
  errors: [],
  limit: 'search',
  summary: 'Have a page of users prepared',
})

export const readUserListStatus = endpoint({
  ...view,
  path: '/api/web/v4/async/userspaged/:id/status',
  params: IdParams,
  answer: AsyncJob,
  errors: ['not_found'],
  summary: 'Whether the page is ready',
})

export const readUserListResult = endpoint({
  ...view,
  path: '/api/web/v4/async/userspaged/:id/result',
  params: IdParams,
  answer: pageOf(UserSummary),
  errors: ['not_found', 'job_not_completed', 'job_failed'],
  summary: 'The page that was asked for',
})
