import { z } from 'zod'
import { family } from '../kit/settings-family.ts'

export const tokenFamily = family({
  name: 'token',
  id: 'TokenSettings',
  fields: z.object({ maximumPerUser: z.int().min(1).max(10) }),
  defaults: { maximumPerUser: 5 },
})
