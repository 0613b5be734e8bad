import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { BatchIds, BatchOutcomes } from './batches.ts'

export const groupTypes = ['MGMT_UI', 'LDAP_AD'] as const
export const GroupType = z.enum(groupTypes).meta({ id: 'GroupType' })

/** A group as the list of all shows it. */
export const GroupSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    externalId: z.string().nullable(),
    /** LDAP_AD: a directory owns its name, its external id and who of its people is in it. */
    type: GroupType,
    createdAt: Instant,
    updatedAt: Instant,
    /** The number in this group's ETag; who is in it does not count it up. */
    version: z.int(),
  })
  .meta({ id: 'GroupSummary' })

export const Group = GroupSummary.extend({
  /** Exact up to 10,000; above that an estimate, and 10,000 in pages. */
  memberCount: z.int(),
  memberCountEstimated: z.boolean(),
}).meta({ id: 'Group' })

const fields = {
  name: Line(128),
  description: Line(500).nullable(),
  externalId: Line(256).nullable(),
}

export const NewGroup = z
  .object({
    ...fields,
    description: fields.description.default(null),
    externalId: fields.externalId.default(null),
  })
  .meta({ id: 'NewGroup' })

/** Fields left out stay as they are; null takes a value away. */
export const GroupChange = z.object(fields).partial().meta({ id: 'GroupChange' })

export const GroupPageRequest = PageRequest.extend({
  /** Part of a name or external id. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  type: GroupType.optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'GroupPageRequest' })

const path = '/api/web/v1/groups'
const { view, edit, remove } = callsOn('GROUPS')
const {
  list,
  read,
  createWithoutLocation,
  update,
  remove: removeOne,
} = crudAt(path, {
  entity: 'GROUPS',
  answer: Group,
  action: 'GROUP',
  missing: 'group_not_found',
  taken: 'group_exists',
})
const inScope = 'An administrator limited to groups knows these groups only.'

export const listGroups = endpoint({
  ...list,
  answer: z.array(GroupSummary),
  summary: 'The first thousand groups by name',
  description: `Of more, ask for pages. ${inScope}`,
})

export const listGroupsPaged = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v1/groupspaged',
  body: GroupPageRequest,
  answer: pageOf(Group),
  errors: [],
  summary: 'A page of groups by name, with the number of members of each',
  description: `Three characters or more are found anywhere in name and external id, one or two at the beginning of the name. ${inScope}`,
})

export const readGroup = endpoint({
  ...read,
  summary: 'One group, with the ETag that changes ask back',
  description: 'Its members are listed by the page of users, filtered by `groupId`.',
})

export const findGroupByExternalId = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/externalid`,
  body: z.object({ externalId: Line(256) }).meta({ id: 'GroupExternalIdQuery' }),
  answer: Group,
  errors: ['group_not_found'],
  summary: 'The group that another system knows by this id',
})

export const createGroup = endpoint({
  ...createWithoutLocation,
  body: NewGroup,
  ordinary: 'grouping',
  errors: ['group_exists', 'rights_not_held'],
  summary: 'Create a group',
  description:
    'Names are compared without regard to case and repeated spaces. Only an administrator of all groups creates one: nobody gives themselves a group.',
})

export const updateGroup = endpoint({
  ...update,
  body: GroupChange,
  ordinary: 'grouping',
  errors: ['group_not_found', 'group_exists', 'group_edit_restricted', 'precondition_failed'],
  summary: 'Change a group',
  description:
    'Fields left out stay, null takes a value away. Of a group of type LDAP_AD only the description changes here.',
})

export const deleteGroup = endpoint({
  ...removeOne,
  ordinary: 'grouping',
  errors: ['held_statement_broken', 'group_not_found', 'group_in_use', 'precondition_failed'],
  summary: 'Delete a group that nobody is in and no role is limited to',
  description:
    'A group in use is not deleted, by no option: its `parameters` tell how many members it has (`members`, counted up to 10,000) and roles are limited to it (`roles`), with some of their names (`memberNames`, `roleNames`). Take it out of the roles first, then empty it.',
})

export const deleteGroups = endpoint({
  ...remove,
  limit: 'heavy',
  path: `${path}/multiple`,
  body: BatchIds,
  answer: BatchOutcomes,
  ordinary: 'grouping',
  errors: [],
  audit: 'GROUP_DELETED',
  summary: 'Delete up to 100 groups',
  description:
    'Each stands for itself, by the rules of one: a group that is in use stays, and its row says `group_in_use`.',
})

export const emptyGroup = endpoint({
  ...edit,
  limit: 'heavy',
  method: 'DELETE',
  path: `${path}/:id/users`,
  params: IdParams,
  answer: z.object({ removed: z.int(), remaining: z.boolean() }).meta({ id: 'EmptiedGroup' }),
  ordinary: 'grouping',
  errors: ['group_not_found', 'held_statement_broken', 'rights_not_held', 'precondition_failed'],
  audit: 'GROUP_EMPTIED',
  versioned: false,
  summary: 'Take up to 10,000 members out of a group',
  description:
    'Ask again while `remaining` is true. The people stay users. Only an administrator of all groups does this.',
})
