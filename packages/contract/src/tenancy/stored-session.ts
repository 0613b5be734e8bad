import { z } from 'zod'
import { AuthenticationSession } from './sessions.ts'

/**
 * What the faces of one origin share in the browser under `storedSessionKey`: the sign-in pages
 * write it, the console reads it.
 */
export const StoredSession = z.object({
  /** Null after sign-out. */
  session: AuthenticationSession.nullable(),
  /** The browser's clock (epoch ms) when the session came: the visitor's clock may be wrong. */
  receivedAt: z.number(),
  /** Survive sign-out: make this device known and name attempts. */
  machineNonce: z.string().nullable(),
  sequenceNonce: z.string().nullable(),
})
export type StoredSession = z.output<typeof StoredSession>
