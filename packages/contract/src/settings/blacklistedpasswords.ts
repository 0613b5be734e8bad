import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

export const blacklistedPasswordsFamily = family({
  name: 'blacklistedpasswords',
  id: 'BlacklistedPasswords',
  fields: z.object({
    /** The tenant’s own: no password may contain one, whatever its case and stand-ins. */
    words: z.array(Line(100)).max(10_000, abort),
  }),
  defaults: { words: [] },
})

export const readBlacklistedPasswords = readSettings(blacklistedPasswordsFamily, {
  summary: 'Words that no password may contain',
})

export const updateBlacklistedPasswords = updateSettings(blacklistedPasswordsFamily, {
  summary: 'Change the words that no password may contain',
  description:
    'Compared without regard to case, accents and common stand-ins (0 for o). Words under four characters count only as the whole password.',
})
