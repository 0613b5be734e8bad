import { isAtMostField } from '@signet/rules/numbers'
import { z } from 'zod'
import { Millis } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const generalFamily = family({
  name: 'general',
  id: 'GeneralSettings',
  fields: z.object({
    /** Whether people sign in by a mail address that they have proven and that no one else has. */
    emailSignIn: z.boolean(),
    /** How long a session lasts that nobody uses; null: as the installation has it. */
    sessionIdleMillis: Millis(minute, day).nullable(),
    /** How long a session lasts at most; null: as the installation has it. */
    sessionAbsoluteMillis: Millis(5 * minute, 30 * day).nullable(),
    /** Sessions that one person may have open; null: as many as they like. A voice assistant's is not counted. */
    sessionsPerUser: z.int().min(1).max(100).nullable(),
    /** What a sign-in does that would be one too many: end the oldest session, or be refused. */
    whenSessionsFull: z.enum(['END_OLDEST', 'REFUSE']),
    /** How long a factor counts as just proven, in signing in or again; for sensitive calls of administrators five minutes at most. */
    stepUpMillis: Millis(minute, hour),
    /** Wrong passwords until the first lock. */
    passwordAttempts: z.int().min(3).max(10),
    /** The first lock; each further one is four times as long. */
    passwordLockMillis: Millis(5 * minute, day),
  }),
  defaults: {
    emailSignIn: true,
    sessionIdleMillis: null,
    sessionAbsoluteMillis: null,
    sessionsPerUser: null,
    whenSessionsFull: 'END_OLDEST',
    stepUpMillis: 10 * minute,
    passwordAttempts: 5,
    passwordLockMillis: 15 * minute,
  },
  rule: ({ sessionIdleMillis: idle, sessionAbsoluteMillis: absolute }) =>
    isAtMostField(idle, absolute)
      ? []
      : [{ path: 'sessionIdleMillis', message: 'above_absolute_life' }],
})

export const readGeneralSettings = readSettings(generalFamily, {
  summary: 'Sessions and lockouts',
})

export const updateGeneralSettings = updateSettings(generalFamily, {
  breaksHeld: true,
  summary: 'Change sessions and lockouts',
  description:
    'Sessions that are open keep their end; their next renewal follows the new idle time, and a lower number of sessions counts from the next sign-in on. Wrong answers already counted stay counted.',
})
