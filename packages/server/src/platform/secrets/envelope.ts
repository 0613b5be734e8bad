import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyObjectOf } from './key-objects.ts'

/**
 * A sealed value: format (1 byte), key id (16), nonce (12), ciphertext, tag (16). AES-256-GCM
 * (NIST SP 800-38D) with random nonces: far below 2^32 values under one key.
 */
const format = 1
const headerBytes = 17
const nonceBytes = 12
const tagBytes = 16

export interface SealingKey {
  /** 16 bytes that name the key. */
  readonly id: Buffer
  readonly bytes: Buffer
}

/** A sealed value that this key and place do not open: changed, moved or foreign. */
export class SealBroken extends Error {
  constructor(cause?: unknown) {
    super('a sealed value does not open', { cause })
    this.name = 'SealBroken'
  }
}

/** What the value is bound to besides its key: tenant and purpose, neither holds a NUL. */
const boundTo = (header: Buffer, place: readonly string[]): Buffer =>
  Buffer.concat([header, Buffer.from(place.join('\0'), 'utf8')])

export const sealUnder = (
  key: SealingKey,
  place: readonly string[],
  plaintext: Uint8Array,
): Buffer => {
  const header = Buffer.concat([Buffer.of(format), key.id])
  const nonce = randomBytes(nonceBytes)
  const options = { authTagLength: tagBytes }
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key.bytes), nonce, options)
  cipher.setAAD(boundTo(header, place))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()])
}

/** The id of the key a value is sealed under. @throws SealBroken when it is no sealed value */
export const keyIdOf = (sealed: Uint8Array): Buffer => {
  if (sealed.length < headerBytes + nonceBytes + tagBytes || sealed[0] !== format) {
    throw new SealBroken()
  }
  return Buffer.from(sealed.subarray(1, headerBytes))
}

/** @throws SealBroken */
export const openUnder = (
  key: SealingKey,
  place: readonly string[],
  sealed: Uint8Array,
): Buffer => {
  if (!keyIdOf(sealed).equals(key.id)) throw new SealBroken()
  const header = Buffer.from(sealed.subarray(0, headerBytes))
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes)
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key.bytes), nonce, options)
  decipher.setAAD(boundTo(header, place))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const ciphertext = sealed.subarray(headerBytes + nonceBytes, -tagBytes)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch (error) {
    throw new SealBroken(error)
  }
}
