import { base64url, utf8 } from './bytes.ts'
import type { Making } from './totp.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A key for one account: its private half cannot be read out. */
export const makeDeviceKey = (making: Making = 'KEPT'): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(algorithm, making === 'TO_SEAL', ['sign', 'verify'])

/** The public half as the service takes it. */
export const publicJwk = async ({ publicKey }: CryptoKeyPair) => {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty: 'EC', crv: 'P-256', x, y } as const
}

/** ECDSA with SHA-256, as r and s (IEEE P1363). */
export const signText = async ({ privateKey }: CryptoKeyPair, text: string): Promise<string> => {
  const sign = { name: 'ECDSA', hash: 'SHA-256' }
  return base64url(await crypto.subtle.sign(sign, privateKey, utf8(text)))
}
