import type { OidcInteraction } from '@signet/contract/access/oidc-interactions'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { isFailure } from '../calls/failures.ts'

export type Application = z.output<typeof OidcInteraction>

/** Only OpenID Connect knows how many places somebody is in an application from. */
export interface Denial {
  readonly applicationName: string
  readonly denied: {
    readonly decision: string | null
    readonly tooManySessions?: boolean
    readonly noSubject?: boolean
    readonly redirect: string
  } | null
}

/** What is over, or was never begun by this browser. */
const orEnded = async <T>(reading: Promise<T>): Promise<T | 'ended'> => {
  try {
    return await reading
  } catch (error) {
    if (isFailure(error, 'no_transaction') || isFailure(error, 'invalid_parameters')) return 'ended'
    throw error
  }
}

/** The SAML application that is closed to whoever is signed in. */
export const readSamlDenial = (uid: string): Promise<Denial | 'ended'> =>
  orEnded(call(doors.readSamlDenial, { body: { uid } }))

/** The application behind an OpenID Connect interaction; `ended` when that is over. */
export const readApplication = (uid: string): Promise<Application | 'ended'> =>
  orEnded(call(doors.readInteraction, { body: { uid } }))
