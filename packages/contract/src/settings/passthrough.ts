import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Passwords that another service judges. */
export const passthroughFamily = family({
  name: 'passthrough',
  id: 'PassthroughSettings',
  fields: z.object({
    /** Off: every password is the one kept here. */
    enabled: z.boolean(),
    /** Whether those of administrators are passed through, too. */
    administrators: z.boolean(),
  }),
  defaults: { enabled: false, administrators: false },
})

export const readPassthroughSettings = readSettings(passthroughFamily, {
  summary: 'Whether passwords are passed through to another service',
})

export const updatePassthroughSettings = updateSettings(passthroughFamily, {
  breaksHeld: true,
  vouches: true,
  summary: 'Change whether passwords are passed through',
  description:
    'Only super administrators can turn either switch on; all super administrators are notified.',
})
