import { z } from 'zod'
import { Millis } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const minute = 60_000

/** Codes that an administrator makes for who has lost their second factor. */
export const tempAccessCodeFamily = family({
  name: 'tempaccesscode',
  id: 'TempAccessCodeSettings',
  fields: z.object({
    /** Characters of a code. */
    length: z.int().min(8).max(32),
    /** LETTERS_AND_DIGITS: without those that look alike. */
    characters: z.enum(['DIGITS', 'LETTERS_AND_DIGITS']),
    /** For how long a code is good; who makes one may shorten it. */
    validityMillis: Millis(10 * minute, 30 * 24 * 60 * minute),
    /** How often a code signs in; who makes one may lower it. */
    maximumUses: z.int().min(1).max(100),
    /** Whether administrators sign in with such codes, too. */
    administrators: z.boolean(),
  }),
  defaults: {
    length: 12,
    characters: 'LETTERS_AND_DIGITS',
    validityMillis: 24 * 60 * minute,
    maximumUses: 1,
    administrators: false,
  },
})

export const readTempAccessCodeSettings = readSettings(tempAccessCodeFamily, {
  summary: 'What temporary access codes are like',
})

export const updateTempAccessCodeSettings = updateSettings(tempAccessCodeFamily, {
  breaksHeld: true,
  vouches: true,
  summary: 'Change what temporary access codes are like',
  description:
    'Holds for codes that are made from then on; that administrators may not use any holds at once. Only super administrators can turn `administrators` on.',
})
