import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

export const verificationFamily = family({
  name: 'verification',
  id: 'VerificationSettings',
  fields: z.object({
    /** Whether everybody has to prove their mail address, not only those who are marked for it. */
    verificationEnabled: z.boolean(),
  }),
  defaults: { verificationEnabled: false },
})

export const readVerificationSettings = readSettings(verificationFamily, {
  summary: 'Whether people have to prove how they are reached',
})

export const updateVerificationSettings = updateSettings(verificationFamily, {
  summary: 'Change whether people have to prove how they are reached',
  description:
    'Who has not proven their address does so before anything else. It is switched on by somebody who has proven their own.',
})
