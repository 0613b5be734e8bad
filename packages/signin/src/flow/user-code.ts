import type { readUserCode } from '@signet/contract/access/user-codes'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { goOn } from '../leave.ts'
import { dropSession } from '../session/stored-session.ts'

export type WaitingDevice = ReceivedOf<typeof readUserCode>

/** To the sign-in, and back here with the code. */
export const signInFirst = (code: string): void => {
  const back = `/oidc/usercode${code === '' ? '' : `?user_code=${encodeURIComponent(code)}`}`
  goOn(`/#/?redirect=${encodeURIComponent(back)}`)
}

/** A session that has ended meanwhile is the sign-in's to renew; null then. */
const unlessEnded = async <T>(code: string, work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    dropSession()
    signInFirst(code)
    return null
  }
}

export const findDevice = (userCode: string): Promise<WaitingDevice | null> =>
  unlessEnded(userCode, () => call(doors.readUserCode, { body: { userCode } }))

export const decideDevice = async (userCode: string, allow: boolean): Promise<void> => {
  const decided = await unlessEnded(userCode, () =>
    call(doors.decideUserCode, { body: { userCode, allow } }),
  )
  if (decided !== null) goOn(decided.redirect)
}
