import type { completeSignUp, readSignUp, requestSignUp } from '@signet/contract/access/sign-up'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { storeSession } from '../session/stored-session.ts'

export type SignUpLink = ReceivedOf<typeof readSignUp>

/** Says who wants an account; the rest goes by mail. */
export const requestAccount = async (
  wanted: z.input<(typeof requestSignUp)['body']>,
): Promise<void> => {
  await call(doors.requestSignUp, { body: wanted })
}

/** What the link of a sign-up is for; null when it is no longer good. */
export const readSignUpLink = async (signUpToken: string): Promise<SignUpLink | null> => {
  try {
    return await call(doors.readSignUp, { body: { signUpToken } })
  } catch (error) {
    // A token that does not even look like one is answered with 400.
    if (error instanceof CallFailure && [400, 404].includes(error.status)) return null
    throw error
  }
}

/** Makes the account and signs in to it, as far as its sign-in goes by itself. */
export const makeAccount = async (
  account: z.input<(typeof completeSignUp)['body']>,
): Promise<ReceivedOf<typeof completeSignUp>> => {
  const made = await call(doors.completeSignUp, { body: account })
  const session = made.authentication?.session ?? null
  if (session !== null) storeSession(session)
  return made
}
