import type { listSignInRequests } from '@signet/contract/access/sign-in-requests'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure, isFailure } from '../calls/failures.ts'
import { goOn } from '../leave.ts'
import { dropSession } from '../session/stored-session.ts'

export type SignInRequest = ReceivedOf<typeof listSignInRequests>['requests'][number]

/** To the sign-in, and back here. */
export const signInFirst = (): void => goOn(`/#/?redirect=${encodeURIComponent('/oidc/requests')}`)

/** A session that has ended meanwhile is the sign-in's to renew; null then. */
const unlessEnded = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    dropSession()
    signInFirst()
    return null
  }
}

/** What waits for this person; null while they are sent to sign in. */
export const readRequests = async (): Promise<readonly SignInRequest[] | null> =>
  (await unlessEnded(() => call(doors.listRequests, {})))?.requests ?? null

export const decideRequest = async (id: string, allow: boolean): Promise<void> => {
  try {
    const decided = await unlessEnded(() => call(doors.decideRequest, { body: { id, allow } }))
    if (decided !== null) goOn(decided.redirect)
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error
    goOn('/oidc/requeststatus?status=ended')
  }
}
