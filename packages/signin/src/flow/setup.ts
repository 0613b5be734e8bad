import type { readSetup, SetupAccount } from '@signet/contract/access/setup'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { storeSession } from '../session/stored-session.ts'
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

/** What a setup link led to. */
export interface Begun {
  readonly state: State
  readonly userId: string
  /** The link is used up: what is left to do is a sign-in like any other. */
  readonly isSetUp: boolean
}

export const beginSetup = async (
  { kind }: SetupLink,
  account: z.input<typeof SetupAccount>,
): Promise<Begun> => {
  const state = await call(doors.beginSetup, { body: account })
  if (state.session !== null) storeSession(state.session)
  const isSetUp = kind === 'INVITATION' && account.password !== undefined
  return { state, userId: account.userId, isSetUp }
}
