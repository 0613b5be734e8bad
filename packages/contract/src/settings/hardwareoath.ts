import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Tokens that show codes: keys, cards, and other makers' devices. */
export const hardwareOathFamily = family({
  name: 'hardwareoath',
  id: 'HardwareOathSettings',
  fields: z.object({
    /** Time steps to either side of a token's own time that a code may be of. */
    timeWindow: z.int().min(0).max(5),
    /** Codes that a button may have been pressed for without being sent. */
    counterWindow: z.int().min(0).max(20),
    /** How far two codes in a row may be off, in steps or presses. */
    resyncWindow: z.int().min(10).max(500),
    /** People take over a token that they hold by its serial number and a code. */
    selfAssignment: z.boolean(),
    /** A token that was assigned without a code works once its owner has shown one. */
    confirmReceipt: z.boolean(),
    /** Imports take secrets of 80 to 127 bits, which RFC 4226 forbids. */
    shortSecrets: z.boolean(),
  }),
  defaults: {
    timeWindow: 1,
    counterWindow: 2,
    resyncWindow: 120,
    selfAssignment: true,
    confirmReceipt: false,
    shortSecrets: false,
  },
})

export const readHardwareOathSettings = readSettings(hardwareOathFamily, {
  summary: 'How hardware tokens are checked',
})

export const updateHardwareOathSettings = updateSettings(hardwareOathFamily, {
  summary: 'Change how hardware tokens are checked',
  description:
    'A wider window takes more codes, so a wrong one costs more of the tries that lock a user’s tokens.',
})
