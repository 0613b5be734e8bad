import { utf8 } from './bytes.ts'
import { type Algorithm, hashes } from './totp.ts'

/** Keys of an account, encrypted: a nonce of 12 bytes, then what AES-GCM makes of the key. */
export interface SealedKeys {
  readonly secret: Uint8Array<ArrayBuffer>
  readonly deviceKey: Uint8Array<ArrayBuffer> | null
}

const nonceBytes = 12
const usages = ['wrapKey', 'unwrapKey'] as const

/** The key that encrypts the others, from what the authenticator's PRF gives (RFC 5869). */
export const sealingKeyOf = async (prf: BufferSource): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', prf, 'HKDF', false, ['deriveKey'])
  const info = utf8('signet-authenticator-lock-1')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    usages,
  )
}

/** Encrypted keys stand for one account and one use: moved to another place they do not open. */
const gcm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(place),
})

interface Sealing {
  readonly with: CryptoKey
  readonly format: 'raw' | 'pkcs8'
  readonly place: string
}

const seal = async (key: CryptoKey, sealing: Sealing): Promise<Uint8Array<ArrayBuffer>> => {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const cipher = gcm(nonce, sealing.place)
  const sealed = await crypto.subtle.wrapKey(sealing.format, key, sealing.with, cipher)
  return new Uint8Array([...nonce, ...new Uint8Array(sealed)])
}

interface Keys {
  readonly id: string
  readonly secret: CryptoKey
  readonly service: { readonly key: CryptoKeyPair } | null
}

/** Encrypts keys that were made for it. */
export const sealKeys = async (
  sealingKey: CryptoKey,
  { id, secret, service }: Keys,
): Promise<SealedKeys> => ({
  secret: await seal(secret, { with: sealingKey, format: 'raw', place: `${id} secret` }),
  deviceKey:
    service === null
      ? null
      : await seal(service.key.privateKey, {
          with: sealingKey,
          format: 'pkcs8',
          place: `${id} device`,
        }),
})

/** The secret of the codes, not to be read out. */
export const openSecret = (
  sealingKey: CryptoKey,
  { id, sealed, algorithm }: { id: string; sealed: SealedKeys; algorithm: Algorithm },
): Promise<CryptoKey> =>
  crypto.subtle.unwrapKey(
    'raw',
    sealed.secret.slice(nonceBytes),
    sealingKey,
    gcm(sealed.secret.slice(0, nonceBytes), `${id} secret`),
    { name: 'HMAC', hash: hashes[algorithm] },
    false,
    ['sign'],
  )

/** The private key of the device, not to be read out. */
export const openDeviceKey = (
  sealingKey: CryptoKey,
  id: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> =>
  crypto.subtle.unwrapKey(
    'pkcs8',
    sealed.slice(nonceBytes),
    sealingKey,
    gcm(sealed.slice(0, nonceBytes), `${id} device`),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
