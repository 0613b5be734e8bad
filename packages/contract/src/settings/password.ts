import { isLessThanField } from '@signet/rules/numbers'
import { isSomeClassAllowed, restrictionValues } from '@signet/rules/restrictions'
import { z } from 'zod'
import { Millis } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const Restriction = z.enum(restrictionValues)
const day = 86_400_000

export const passwordFamily = family({
  name: 'password',
  id: 'PasswordSettings',
  fields: z.object({
    minimumLength: z.int().min(8).max(64),
    maximumLength: z.int().min(64).max(1024),
    digit: Restriction,
    lowercase: Restriction,
    uppercase: Restriction,
    special: Restriction,
    /** How many former passwords may not come back. */
    historySize: z.int().min(0).max(24),
    /** 0: none. */
    minimumAgeMillis: Millis(0, 30 * day),
    /** 0: no expiry (NIST SP 800-63B-4, 3.1.1.2 advises against it). */
    maximumAgeMillis: Millis(0, 3650 * day),
    refuseCompromised: z.boolean(),
  }),
  defaults: {
    minimumLength: 10,
    maximumLength: 256,
    digit: 'ALLOWED',
    lowercase: 'ALLOWED',
    uppercase: 'ALLOWED',
    special: 'ALLOWED',
    historySize: 5,
    minimumAgeMillis: 0,
    maximumAgeMillis: 0,
    refuseCompromised: true,
  },
  rule: ({ minimumAgeMillis, maximumAgeMillis, ...classes }) => [
    ...(isSomeClassAllowed(classes) ? [] : [{ path: 'special', message: 'no_class_allowed' }]),
    ...(maximumAgeMillis === 0 || isLessThanField(minimumAgeMillis, maximumAgeMillis)
      ? []
      : [{ path: 'minimumAgeMillis', message: 'not_below_maximum_age' }]),
  ],
})

export const readPasswordSettings = readSettings(passwordFamily, {
  summary: 'What a password has to be like',
})

export const updatePasswordSettings = updateSettings(passwordFamily, {
  summary: 'Change what a password has to be like',
  description:
    'Holds for passwords that are chosen from then on. A new maximum age counts from the next change of each password.',
})
