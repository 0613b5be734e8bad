import type { readSetup, SetupAccount } from '@signet/contract/access/setup'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import type { State } from './machine.ts'

export type SetupLink = ReceivedOf<typeof readSetup>

/** What a setup link is for; null when it is no longer good. */
export const readSetupLink = async (setupToken: string): Promise<SetupLink | null> => {
  try {
    return await call(doors.readSetup, { body: { setupToken } })
  } catch (error) {
    // A token that does not even look like one is answered with 400.
    if (error instanceof CallFailure && [400, 404].includes(error.status)) return null
    throw error
  }
}

export const beginSetup = (account: z.input<typeof SetupAccount>): Promise<State> =>
  call(doors.beginSetup, { body: account })
