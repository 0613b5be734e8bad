import { abort } from '@signet/rules/abort'
import { z } from 'zod'

/** What stands between the proven factors and the session. */
export const RequiredAction = z
  .enum(['PASSWORD_CHANGE', 'ENROLL_SECOND_FACTOR'])
  .meta({ id: 'RequiredAction' })

/** What the sign-in can have enrolled. */
export const EnrollableAuthenticator = z
  .enum(['TOKEN', 'FIDO'])
  .meta({ id: 'EnrollableAuthenticator' })

export const StepUpRequest = z
  .object({
    machineNonce: z.string().max(200, abort).optional(),
    /** A waiting request (an OIDC `uid`): asks for what that needs, and leads back to it. */
    interaction: z.string().min(10).max(2000, abort).optional(),
  })
  .meta({ id: 'StepUpRequest' })
