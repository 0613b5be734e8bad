import { abort } from '@signet/rules/abort'
import { isAttributePattern } from '@signet/rules/user-attributes'
import { z } from 'zod'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'
import { UserAttribute, UserAttributeType } from './user-attribute.ts'

const Pattern = z
  .string()
  .max(400, abort)
  .refine(isAttributePattern, 'is no expression that can be matched in linear time')

export const UserAttributeChange = z
  .object({
    name: Line(100),
    description: Line(500).nullable().default(null),
    type: UserAttributeType.default('TEXT'),
    pattern: Pattern.nullable().default(null),
    /** Of type CHOICE: what there is to choose from. */
    choices: z.array(Line(200)).max(200, abort).default([]),
    required: z.boolean().default(false),
    unique: z.boolean().default(false),
    userVisible: z.boolean().default(true),
    userEditable: z.boolean().default(false),
  })
  .refine(({ type, choices }) => type !== 'CHOICE' || choices.length > 0, {
    path: ['choices'],
    message: 'names nothing to choose from',
  })
  .meta({ id: 'UserAttributeChange' })

const path = '/api/web/v1/userattributes'
const { list, read, createWithoutLocation, update, remove } = crudAt(path, {
  entity: 'USERATTRIBUTES',
  answer: UserAttribute,
  action: 'USER_ATTRIBUTE',
  missing: 'user_attribute_not_found',
  taken: 'user_attribute_exists',
})
const params = z.object({ id: Line(64) })

export const listUserAttributes = endpoint({
  ...list,
  summary: 'The attributes of users: those of the product, then the tenant’s own by name',
})

export const readUserAttribute = endpoint({
  ...read,
  params,
  summary: 'One attribute',
})

export const createUserAttribute = endpoint({
  ...createWithoutLocation,
  body: UserAttributeChange,
  ordinary: 'grouping',
  summary: 'Create an own attribute',
})

export const updateUserAttribute = endpoint({
  ...update,
  params,
  body: UserAttributeChange,
  ordinary: 'grouping',
  errors: [
    'user_attribute_not_found',
    'user_attribute_exists',
    'user_attribute_in_use',
    'user_attribute_is_subject',
    'precondition_failed',
  ],
  summary: 'Change an attribute',
  description:
    'Of those of the product only `required` changes, where it is not fixed; the rest of the body counts for own ones. Type and uniqueness stay while somebody has a value. Pattern, choices and `required` hold for values given from then on. An attribute that is the subject of an application stays unique, and users cannot be allowed to edit it.',
})

export const deleteUserAttribute = endpoint({
  ...remove,
  params,
  ordinary: 'grouping',
  errors: [
    'user_attribute_not_found',
    'user_attribute_built_in',
    'user_attribute_in_use',
    'user_attribute_is_subject',
    'precondition_failed',
  ],
  summary: 'Delete an own attribute that nobody has a value of',
})
