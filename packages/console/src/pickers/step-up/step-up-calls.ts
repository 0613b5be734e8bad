import {
  type AuthenticationResponse,
  type AuthenticationState,
  beginStepUp,
  challengeAuthenticator,
  completeAuthentication,
  type SignInAuthenticator,
} from '@signet/contract/access/authentication'
import { waitForPush } from '@signet/contract/access/pushes'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { readStored, storeSession } from '../../session/stored.ts'

export type State = z.output<typeof AuthenticationState>
type Method = SignInAuthenticator
export type Choice = State['authenticators'][number]
export type Proof = Pick<z.input<typeof AuthenticationResponse>, 'response' | 'fidoResponse'>

// Open to everybody at sign-in; a proof within a session has to name that session.
const challengeWithin = { ...challengeAuthenticator, actor: 'user' } as const
const completeWithin = { ...completeAuthentication, actor: 'user' } as const

const device = (): { readonly machineNonce?: string } => {
  const { machineNonce } = readStored()
  return machineNonce === null ? {} : { machineNonce }
}

export const begin = (): Promise<State> => call(beginStepUp, { body: device() })

/** A passkey's challenge, or a code sent to the first place that takes one. */
export const challenge = (authToken: string, { type, deliveries }: Choice) => {
  const [first] = deliveries ?? []
  const delivery =
    first === undefined
      ? {}
      : { otpDeliveryType: first.type, otpDeliveryAttribute: first.attribute }
  return call(challengeWithin, {
    params: { authenticator: type },
    body: { ...device(), ...delivery, authToken },
  })
}

const waitWithin = { ...waitForPush, actor: 'user' } as const

/** Waits until the app has answered the push that was sent. */
export const awaitPush = async (authToken: string): Promise<boolean> => {
  for (;;) {
    const { status } = await call(waitWithin, { body: { authToken } })
    if (status !== 'PENDING') return status === 'APPROVED'
  }
}

/** The last factor that is due brings the session anew, with how long the proof counts. */
export const prove = async (
  authToken: string,
  authenticator: Method,
  proof: Proof,
): Promise<State> => {
  const body = { ...device(), ...proof, authToken }
  const state = await call(completeWithin, { params: { authenticator }, body })
  if (state.session !== null) storeSession(state.session, Date.now())
  return state
}
