import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Proven {
  readonly method: string
  readonly url: string
  readonly nonce?: string
  readonly token?: string
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

const publicJwk = (key: KeyObject): Record<string, unknown> => {
  const { kty, crv, x, y } = key.export({ format: 'jwk' })
  return { kty, crv, x, y }
}

/** A client's DPoP key (RFC 9449): makes proofs, right ones and wrong ones. */
export const createProver = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicJwk(publicKey)
  return {
    /** RFC 7638. */
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
    prove({ method, url, nonce, token, header, claims }: Proven): string {
      const head = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y }, ...header })
      const body = encoded({
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...(nonce === undefined ? {} : { nonce }),
        ...(token === undefined
          ? {}
          : { ath: createHash('sha256').update(token).digest('base64url') }),
        ...claims,
      })
      const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      return `${head}.${body}.${signature.toString('base64url')}`
    },
  }
}
