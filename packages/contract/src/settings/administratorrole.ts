import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { Uuid } from '../kit/schemas.ts'
import { family } from '../kit/settings-family.ts'

/** Which roles people may be given; without a group policy that says so, any. */
export const administratorRoleFamily = family({
  name: 'administratorrole',
  id: 'AdministratorRoleSettings',
  fields: z.object({
    /** LISTED: those of `roleIds` alone; with none listed no role at all. */
    assignable: z.enum(['ANY', 'LISTED']),
    roleIds: z.array(Uuid).max(100, abort),
  }),
  defaults: { assignable: 'ANY', roleIds: [] },
})
