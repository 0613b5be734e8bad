import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** The soft token: the Signet Authenticator and its pushes. */
export const entrustStFamily = family({
  name: 'entrustst',
  id: 'SoftTokenSettings',
  fields: z.object({
    /** Sign-ins may be answered in the app. */
    pushEnabled: z.boolean(),
    /** The app asks for the number that the waiting browser shows. */
    mutualChallenge: z.boolean(),
    pushLifeSeconds: z.int().min(30).max(300),
    /** How long an activation’s link can be used. */
    activationLifeMinutes: z.int().min(5).max(10_080),
    /** “Not me” locks the person’s account until an administrator unlocks it. */
    lockOnConcern: z.boolean(),
  }),
  defaults: {
    pushEnabled: true,
    mutualChallenge: true,
    pushLifeSeconds: 60,
    activationLifeMinutes: 30,
    lockOnConcern: false,
  },
})

export const readSoftTokenSettings = readSettings(entrustStFamily, {
  summary: 'Read how soft tokens and their pushes work',
})

export const updateSoftTokenSettings = updateSettings(entrustStFamily, {
  locksOut: true,
  summary: 'Change how soft tokens and their pushes work',
})
