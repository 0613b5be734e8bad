import { useMemo } from 'react'
import type { Assertion, Challenge } from './answers.ts'
import type { State } from './machine.ts'
import { type Origin, openSignIn, type SignIn } from './sign-in.ts'

/** A passkey before anybody said who they are. */
export interface PasskeyDoor {
  readonly prepare: () => Promise<Challenge>
  readonly prove: (assertion: Assertion) => Promise<void>
}

/** `onProven` is given the sign-in that the passkey has carried on, and its state. */
export const usePasskeyDoor = (
  origin: Origin,
  onProven: (signIn: SignIn, state: State) => void,
): PasskeyDoor =>
  useMemo(() => {
    // A transaction of its own: a user id typed meanwhile does not meet its tokens.
    const own = openSignIn(origin)
    return {
      async prepare() {
        await own.query(null)
        return own.challenge('PASSKEY', null)
      },
      async prove(fidoResponse) {
        onProven(own, await own.prove('PASSKEY', { fidoResponse }))
      },
    }
  }, [origin, onProven])
