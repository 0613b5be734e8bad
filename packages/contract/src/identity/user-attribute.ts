import { abort } from '@signet/rules/abort'
import { longestAttributeValue, userAttributeTypes } from '@signet/rules/attribute-types'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'

export const UserAttributeType = z.enum(userAttributeTypes).meta({ id: 'UserAttributeType' })

export const UserAttribute = z
  .object({
    /** `email`, `locale`... of those that every user has; of the tenant’s own a UUID. */
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    /** SYSTEM and OPTIONAL come with the product, EXTRA are the tenant’s own. */
    group: z.enum(['SYSTEM', 'OPTIONAL', 'EXTRA']),
    type: UserAttributeType,
    /** A regular expression for the whole value; null for any. */
    pattern: z.string().nullable(),
    choices: z.array(z.string()),
    /** Nobody is made without it. */
    required: z.boolean(),
    /** Whether `required` can be changed. */
    requiredFixed: z.boolean(),
    /** No two users have the same value, however it is spelled. */
    unique: z.boolean(),
    /** People see it in their own profile. */
    userVisible: z.boolean(),
    /** People change it themselves. */
    userEditable: z.boolean(),
  })
  .meta({ id: 'UserAttribute' })

/** Attributes left out stay as they are; null takes a value away. */
export const UserAttributeValues = z
  .array(
    z.object({
      userAttributeId: Line(64),
      value: z.string().max(longestAttributeValue, abort).nullable(),
    }),
  )
  .max(200, abort)
  .meta({ id: 'UserAttributeValues' })
