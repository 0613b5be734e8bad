import type { OidcInteraction } from '@signet/contract/access/oidc-interactions'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { isFailure } from '../calls/failures.ts'

export type Application = z.output<typeof OidcInteraction>

/** The application behind an OpenID Connect interaction; `ended` when that is over. */
export const readApplication = async (uid: string): Promise<Application | 'ended'> => {
  try {
    return await call(doors.readInteraction, { body: { uid } })
  } catch (error) {
    if (isFailure(error, 'no_transaction') || isFailure(error, 'invalid_parameters')) return 'ended'
    throw error
  }
}
