import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { signedToken } from './signed-token.ts'

/** The key by which push services know a sender (RFC 8292). */
export interface VapidKey {
  readonly privateKey: KeyObject
  /** Uncompressed point in base64url: the browser subscribes for this key alone. */
  readonly publicKey: string
}

/** @throws for a number that is no key of the curve: one of four thousand million */
export const vapidKeyOf = (secret: Uint8Array): VapidKey => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(secret)
  const point = keys.getPublicKey()
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url')
  const d = Buffer.from(secret).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d, x: coordinate(1), y: coordinate(33) }
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: point.toString('base64url'),
  }
}

/** RFC 8292, section 2: at most a day. */
const lifeSeconds = 12 * 3600

interface Message {
  readonly endpoint: string
  /** How the push service reaches whoever sends. */
  readonly contact: string
  readonly now: Date
}

/** The header `Authorization` of a message (RFC 8292, section 3). */
export const vapidHeader = (
  { privateKey, publicKey }: VapidKey,
  { endpoint, contact, now }: Message,
): string => {
  const exp = Math.floor(now.getTime() / 1000) + lifeSeconds
  const token = signedToken(privateKey, {
    header: { alg: 'ES256' },
    claims: { aud: new URL(endpoint).origin, exp, sub: contact },
  })
  return `vapid t=${token}, k=${publicKey}`
}
