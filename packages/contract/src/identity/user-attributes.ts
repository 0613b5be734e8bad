import { abort } from '@signet/rules/abort'
import { isAttributePattern } from '@signet/rules/user-attributes'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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
const params = z.object({ id: Line(64) })
const { view, add, edit, remove } = callsOn('USERATTRIBUTES')

export const listUserAttributes = endpoint({
  ...view,
  path,
  answer: z.array(UserAttribute),
  errors: [],
  summary: 'The attributes of users: those of the product, then the tenant’s own by name',
})

export const readUserAttribute = endpoint({
  ...view,
  path: `${path}/:id`,
  params,
  answer: UserAttribute,
  errors: ['user_attribute_not_found'],
  summary: 'One attribute',
})

export const createUserAttribute = endpoint({
  ...add,
  path,
  body: UserAttributeChange,
  answer: UserAttribute,
  errors: ['user_attribute_exists'],
  audit: 'USER_ATTRIBUTE_CREATED',
  summary: 'Create an own attribute',
})

export const updateUserAttribute = endpoint({
  ...edit,
  path: `${path}/:id`,
  params,
  body: UserAttributeChange,
  answer: UserAttribute,
  errors: [
    'user_attribute_not_found',
    'user_attribute_exists',
    'user_attribute_in_use',
    'user_attribute_is_subject',
    'precondition_failed',
  ],
  audit: 'USER_ATTRIBUTE_UPDATED',
  summary: 'Change an attribute',
  description:
    'Of those of the product only `required` changes, where it is not fixed; the rest of the body counts for own ones. Type and uniqueness stay while somebody has a value. Pattern, choices and `required` hold for values given from then on. An attribute that is the subject of an application stays unique, and users cannot be allowed to edit it.',
})

export const deleteUserAttribute = endpoint({
  ...remove,
  path: `${path}/:id`,
  params,
  errors: [
    'user_attribute_not_found',
    'user_attribute_built_in',
    'user_attribute_in_use',
    'user_attribute_is_subject',
    'precondition_failed',
  ],
  audit: 'USER_ATTRIBUTE_DELETED',
  summary: 'Delete an own attribute that nobody has a value of',
})
