/** Local storage: where the faces of one origin share the session (`stored-session.ts`). */
export const storedSessionKey = 'signet.authentication'

/** Session storage: the session of a provider under a support grant, which is of one tab. */
export const supportSessionKey = 'signet.support'

/** Session storage: what waits in this tab while its browser proves an account elsewhere (`stored-upstream.ts`). */
export const storedUpstreamKey = 'signet.upstream'

/** Session storage: what a SAML provider has posted, until the tab that waits takes it. */
export const storedUpstreamResponseKey = 'signet.upstream-response'

/**
 * IndexedDB: the non-extractable key pair of DPoP proofs (RFC 9449), made once per origin and shared
 * by its tabs: a CryptoKeyPair under `entry` in the object store, ECDSA P-256.
 */
export const proofKeyStore = {
  database: 'signet',
  version: 1,
  objectStore: 'keys',
  entry: 'dpop',
} as const
