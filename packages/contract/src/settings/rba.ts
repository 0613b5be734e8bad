import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Risk-based authentication: what its factors measure with. */
export const rbaFamily = family({
  name: 'rba',
  id: 'RbaSettings',
  fields: z.object({
    /** A place goes when nobody has signed in from it for so long. */
    historyDays: z.int().min(1).max(365),
  }),
  defaults: { historyDays: 90 },
})

export const readRbaSettings = readSettings(rbaFamily, {
  summary: 'How risk is measured',
})
export const updateRbaSettings = updateSettings(rbaFamily, {
  summary: 'Change how risk is measured',
})
