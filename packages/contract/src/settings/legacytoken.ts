import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Tokens whose codes an adapter of their maker’s checks: the algorithms AT and VENDOR. */
export const legacyTokenFamily = family({
  name: 'legacytoken',
  id: 'LegacyTokenSettings',
  fields: z.object({
    /** Off: their codes are wrong codes, and nobody imports more of them. */
    enabled: z.boolean(),
    /** Positions to either side of a token’s own that a code may be of. */
    timeWindow: z.int().min(0).max(5),
    /** How far two codes in a row may be off. */
    resyncWindow: z.int().min(10).max(500),
  }),
  defaults: { enabled: true, timeWindow: 1, resyncWindow: 120 },
})

export const readLegacyTokenSettings = readSettings(legacyTokenFamily, {
  summary: 'How tokens of makers’ own algorithms are checked',
  catalogueId: 'get:web.v1.settings.legacytoken',
})

export const updateLegacyTokenSettings = updateSettings(legacyTokenFamily, {
  summary: 'Change how tokens of makers’ own algorithms are checked',
  description:
    'For tokens whose `algorithmType` is AT or VENDOR; all other hardware goes by `settings/hardwareoath`. With `enabled` off their codes count as wrong ones, so that nothing tells who has such a token, and key files with them are refused; owners and tokens stay as they are. A wider window takes more codes, so a wrong one costs more of the tries that lock a user’s tokens.',
  catalogueId: 'put:web.v1.settings.legacytoken',
})
