import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

export const passwordResetFamily = family({
  name: 'passwordreset',
  id: 'PasswordResetSettings',
  fields: z.object({
    /** Whether people may replace a forgotten password themselves. */
    enabled: z.boolean(),
    /** Whether administrators may, too. */
    administrators: z.boolean(),
    /** ALWAYS: whoever has no second factor asks an administrator. */
    secondFactor: z.enum(['WHEN_ENROLLED', 'ALWAYS']),
  }),
  defaults: { enabled: true, administrators: true, secondFactor: 'WHEN_ENROLLED' },
})

export const readPasswordResetSettings = readSettings(passwordResetFamily, {
  summary: 'Whether and how people replace a forgotten password',
})

export const updatePasswordResetSettings = updateSettings(passwordResetFamily, {
  breaksHeld: true,
  summary: 'Change whether and how people replace a forgotten password',
  description:
    'A second factor that is enrolled is asked for in any case. Who may not is told so after a right code, not before.',
})
