const utf8 = new TextEncoder()

const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const json = (value: object): string => base64url(utf8.encode(JSON.stringify(value)))

interface Proven {
  readonly method: string
  /** Origin and path: query and fragment stand outside the proof (RFC 9449, section 4.2). */
  readonly url: string
  /** The token that is sent along; null while there is no session yet. */
  readonly token: string | null
  /** The server's last nonce (RFC 9449, section 8). */
  readonly nonce: string | null
}

const claimsOf = async ({ method, url, token, nonce }: Proven): Promise<object> => {
  const bound =
    token === null
      ? {}
      : { ath: base64url(await crypto.subtle.digest('SHA-256', utf8.encode(token))) }
  return {
    jti: crypto.randomUUID(),
    htm: method,
    htu: url,
    iat: Math.floor(Date.now() / 1000),
    ...(nonce === null ? {} : { nonce }),
    ...bound,
  }
}

/** Shows that whoever sends this request holds the key: a DPoP proof (RFC 9449, section 4.2). */
export const proofOf = async (key: CryptoKeyPair, proven: Proven): Promise<string> => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key.publicKey)
  const header = json({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  const signed = `${header}.${json(await claimsOf(proven))}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, utf8.encode(signed))
  return `${signed}.${base64url(signature)}`
}
