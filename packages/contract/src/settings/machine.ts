import { longestFingerprintMillis } from '@signet/rules/device-fingerprint'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Browsers that people have had remembered. */
export const machineFamily = family({
  name: 'machine',
  id: 'MachineSettings',
  fields: z.object({
    /** Whether a browser may be remembered at all. */
    enabled: z.boolean(),
    /** A remembered browser stands for the second factor of a person who is no administrator. */
    sparesSecondFactor: z.boolean(),
    /** How long a browser is remembered; counted from when it was. */
    lifeDays: z.int().min(1).max(365),
    /** Remembered browsers of one person; one more takes the place of the one longest unused. */
    maximumPerUser: z.int().min(1).max(50),
    /** A browser has to look as it did, to spare the second factor. */
    fingerprintRequired: z.boolean(),
    /** Attributes of the fingerprint that may have changed. */
    changesAllowed: z.int().min(0).max(10),
    /** How long the sign-in page waits for the fingerprint; it then goes on without. */
    waitMillis: z.int().min(0).max(longestFingerprintMillis),
  }),
  defaults: {
    enabled: true,
    sparesSecondFactor: false,
    lifeDays: 30,
    maximumPerUser: 5,
    fingerprintRequired: true,
    changesAllowed: 2,
    waitMillis: longestFingerprintMillis,
  },
})

export const readMachineSettings = readSettings(machineFamily, {
  summary: 'How browsers are remembered',
})
export const updateMachineSettings = updateSettings(machineFamily, {
  summary: 'Change how browsers are remembered',
  description:
    'A remembered browser never spares the second factor of an administrator, nor at an application that asks for two.',
})
