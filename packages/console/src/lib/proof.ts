const base64url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string => {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  return btoa(String.fromCharCode(...view))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const encoded = (value: unknown): string =>
  base64url(new TextEncoder().encode(JSON.stringify(value)))

interface ProofTarget {
  readonly method: string
  /** Absolute address; query and fragment do not belong to the proof (RFC 9449, 4.2). */
  readonly url: string
  /** Null before there is a session. */
  readonly token: string | null
  /** The server's last nonce (RFC 9449, section 8). */
  readonly nonce: string | null
}

const headers = new WeakMap<CryptoKeyPair, Promise<string>>()

/** The header names the public key; the server keeps it by its text, so it never varies. */
const headerOf = (key: CryptoKeyPair): Promise<string> => {
  const known = headers.get(key)
  if (known !== undefined) return known
  const made = crypto.subtle
    .exportKey('jwk', key.publicKey)
    .then(({ kty, crv, x, y }) =>
      encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }),
    )
  headers.set(key, made)
  return made
}

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

const hashOf = async (token: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))

/** A DPoP proof for one request (RFC 9449, 4.2), signed with ES256. */
export const createProof = async (
  key: CryptoKeyPair,
  { method, url, token, nonce }: ProofTarget,
): Promise<string> => {
  const payload = encoded({
    jti: crypto.randomUUID(),
    htm: method,
    htu: withoutQuery(url),
    iat: Math.floor(Date.now() / 1000),
    ...(token === null ? {} : { ath: await hashOf(token) }),
    ...(nonce === null ? {} : { nonce }),
  })
  const input = `${await headerOf(key)}.${payload}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    new TextEncoder().encode(input),
  )
  return `${input}.${base64url(signature)}`
}
