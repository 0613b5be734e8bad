import type { AuthenticationSession } from '@signet/contract/tenancy/sessions'
import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import type { StoredSession } from '@signet/contract/tenancy/stored-session'
import type { z } from 'zod'

type Session = z.output<typeof AuthenticationSession>

const nothing: StoredSession = {
  session: null,
  receivedAt: 0,
  machineNonce: null,
  sequenceNonce: null,
}

const isStored = (value: unknown): value is StoredSession =>
  typeof value === 'object' && value !== null && Object.keys(nothing).every((key) => key in value)

/** What the faces of this origin share; nothing where the browser keeps no data. */
const readStored = (): StoredSession => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storedSessionKey) ?? 'null')
    return isStored(value) ? value : nothing
  } catch {
    return nothing
  }
}

const write = (change: Partial<StoredSession>): void => {
  try {
    localStorage.setItem(storedSessionKey, JSON.stringify({ ...readStored(), ...change }))
  } catch {
    // Private windows may refuse; the device is then a strange one each time.
  }
}

export interface Nonces {
  readonly machineNonce?: string | null
  readonly sequenceNonce?: string | null
}

const nonces = ({ machineNonce, sequenceNonce }: Nonces): Partial<StoredSession> => ({
  ...(typeof machineNonce === 'string' ? { machineNonce } : {}),
  ...(typeof sequenceNonce === 'string' ? { sequenceNonce } : {}),
})

/** Keeps the nonces that an answer brought (product: self-service, sign-in details). */
export const keepNonces = (answer: Nonces): void => {
  const brought = nonces(answer)
  if (Object.keys(brought).length > 0) write(brought)
}

/** Names this browser to the service, which gave it the name; null on the first visit. */
export const machineNonce = (): string | null => readStored().machineNonce

/** What this browser was given last, if it is remembered; it is shown once, when a sign-in begins. */
export const sequenceNonce = (): string | null => readStored().sequenceNonce

/** Hands the session to the console. */
export const storeSession = (session: Session): void =>
  write({ ...nonces(session), session, receivedAt: Date.now() })

/** Takes the session away; what makes this device known stays. */
export const dropSession = (): void => write({ session: null })

export const sessionToken = (): string | null => readStored().session?.jwt.token ?? null
