import { lockableAuthenticators } from '@signet/rules/guess-budget'
import { z } from 'zod'
import { Millis } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const minute = 60_000

export const Lock = z.object({
  /** Wrong answers until the first lock. */
  attempts: z.int().min(1).max(10),
  /** The first lock; each further one is several times as long. */
  lockMillis: Millis(5 * minute, 24 * 60 * minute),
})

/** When each kind of authenticator locks; passwords have theirs with the general settings. */
export const lockoutFamily = family({
  name: 'lockout',
  id: 'LockoutSettings',
  fields: z.object({
    /** One that is left out locks after as many wrong answers as the service thinks right. */
    authenticators: z.partialRecord(z.enum(lockableAuthenticators), Lock),
  }),
  defaults: { authenticators: {} },
})

export const readLockoutSettings = readSettings(lockoutFamily, {
  summary: 'When each kind of authenticator locks',
})

export const updateLockoutSettings = updateSettings(lockoutFamily, {
  summary: 'Change when each kind of authenticator locks',
  description:
    'Wrong answers already counted stay counted. Refused (guess_budget_exceeded) where guessing would succeed more often than the bound allows.',
})
