import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gives with its subscription (RFC 8291, section 2). */
export interface Recipient {
  /** Its P-256 public key, uncompressed: 65 bytes. */
  readonly p256dh: Uint8Array
  /** 16 bytes that it shares with the sender alone. */
  readonly auth: Uint8Array
}

/** The sender's part, made for one message. */
interface Own {
  readonly keys: ECDH
  readonly salt: Uint8Array
}

const curve = 'prime256v1'
const recordSize = 4096
/** A record holds its content, one byte that ends it and the 16 bytes of the tag. */
const mostBytes = recordSize - 17
/** Ends the last record (RFC 8188, section 2). */
const lastRecord = Buffer.of(2)

const expanded = (
  key: Uint8Array,
  { salt, info, length }: { salt: Uint8Array; info: Uint8Array; length: number },
): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, length))

const labelled = (label: string, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(`${label}\0`), ...parts])

const fresh = (): Own => {
  const keys = createECDH(curve)
  keys.generateKeys()
  return { keys, salt: randomBytes(16) }
}

/** Size of the records, then the key that the recipient needs (RFC 8188, section 2.1). */
const headerOf = (salt: Uint8Array, publicKey: Uint8Array): Buffer => {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordSize)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey])
}

/**
 * A message for one browser as `aes128gcm` (RFC 8291, section 3): its push service cannot read it.
 * At most 4079 bytes. @throws RangeError, and an error for a key that is not on the curve
 */
export const encryptFor = (
  { p256dh, auth }: Recipient,
  content: Uint8Array,
  { keys, salt }: Own = fresh(),
): Buffer => {
  if (content.length > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`)
  const publicKey = keys.getPublicKey()
  const shared = keys.computeSecret(p256dh)
  const info = labelled('WebPush: info', p256dh, publicKey)
  const key = expanded(shared, { salt: auth, info, length: 32 })
  const part = (name: string, length: number): Buffer =>
    expanded(key, { salt, info: labelled(`Content-Encoding: ${name}`), length })
  const cipher = createCipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  const sealed = [cipher.update(content), cipher.update(lastRecord), cipher.final()]
  return Buffer.concat([headerOf(salt, publicKey), ...sealed, cipher.getAuthTag()])
}

/** Whether a browser's key is a point of the curve: one that is none fails every message. */
export const isRecipientKey = (p256dh: Uint8Array): boolean => {
  try {
    fresh().keys.computeSecret(p256dh)
    return p256dh.length === 65
  } catch {
    return false
  }
}
