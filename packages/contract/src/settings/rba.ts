import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Risk-based authentication: what its factors measure with. */
export const rbaFamily = family({
  name: 'rba',
  id: 'RbaSettings',
  fields: z.object({
    /** Whether places that people sign in from are kept at all. */
    locationsKept: z.boolean(),
    /** A place goes when nobody has signed in from it for so long. */
    historyDays: z.int().min(1).max(365),
    /** Places nearer than this are one place. */
    samePlaceKm: z.int().min(1).max(1000),
    /** Faster than this nobody travels. */
    maximumSpeedKmPerHour: z.int().min(50).max(5000),
    /** Fewer sign-ins than this make no history: nothing is new to somebody who has none. */
    historySignIns: z.int().min(1).max(50),
  }),
  defaults: {
    locationsKept: true,
    historyDays: 90,
    samePlaceKm: 100,
    maximumSpeedKmPerHour: 900,
    historySignIns: 1,
  },
})

export const readRbaSettings = readSettings(rbaFamily, {
  summary: 'How risk is measured',
})
export const updateRbaSettings = updateSettings(rbaFamily, {
  locksOut: true,
  summary: 'Change how risk is measured',
})
