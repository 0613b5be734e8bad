import { openProofKey } from '../session/proof-key.ts'
import { sessionToken } from '../session/stored-session.ts'

/** What calls need from the browser; the tests put theirs in place. */
interface Connection {
  readonly fetch: typeof fetch
  readonly proofKey: () => Promise<CryptoKeyPair>
  /** The session token of calls that need one; null without a session. */
  readonly readToken: () => string | null
  readonly random: () => number
  /**
   * Whether attempts are cut off and repeated (product: authentication, section 7.1): on phones
   * and tablets, which suspend the page while an authenticator app is in front.
   */
  readonly repeatsAttempts: () => boolean
}

let key: Promise<CryptoKeyPair> | null = null

const sharedKey = (): Promise<CryptoKeyPair> => {
  key ??= openProofKey().catch((error: unknown) => {
    key = null
    throw error
  })
  return key
}

let connection: Connection = {
  fetch: (...request) => fetch(...request),
  proofKey: sharedKey,
  readToken: sessionToken,
  random: Math.random,
  repeatsAttempts: () => matchMedia('(pointer: coarse)').matches,
}

export const connect = (parts: Partial<Connection>): void => {
  connection = { ...connection, ...parts }
}

export const connected = (): Connection => connection
