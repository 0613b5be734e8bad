import { onboardingFlags } from '@signet/rules/authenticators'
import { z } from 'zod'
import { createSlice } from './slices.ts'

const Onboarding = z.object({
  /** What a new administrator says they will use. */
  flags: z.partialRecord(z.enum(onboardingFlags), z.boolean()),
  /** The dashboard does not point to the first steps any more. */
  isDismissed: z.boolean(),
})

/** How far somebody is with the first steps; outlives sign-out, so that nobody is asked twice. */
export const onboarding = createSlice('onboarding', Onboarding, { flags: {}, isDismissed: false })
