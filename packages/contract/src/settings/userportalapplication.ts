import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'
import { family } from '../kit/settings-family.ts'

/** What a tenant says of the user portal as of one of its applications. */
export const userPortalApplicationFamily = family({
  name: 'userportalapplication',
  id: 'UserPortalApplicationSettings',
  fields: z.object({
    /** What lists, rules and decisions call it; null: as the reader’s language calls a user portal. */
    name: Line(100).nullable(),
    /** For administrators. */
    description: z.string().trim().max(500, abort),
    /** Switched off, no tab of the portal is shown, and none of its calls answered. */
    enabled: z.boolean(),
  }),
  defaults: { name: null, description: '', enabled: true },
})
