import { hash } from 'node:crypto'

interface Keyed {
  readonly secret: Uint8Array
  /** 16 bytes. */
  readonly requestAuthenticator: Uint8Array
}

const blockBytes = 16
const mostBytes = 128

const xor = (one: Uint8Array, other: Uint8Array): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))

const pad = (secret: Uint8Array, before: Uint8Array): Buffer =>
  hash('md5', Buffer.concat([secret, before]), 'buffer')

const blocksOf = (bytes: Uint8Array): Buffer[] => {
  const whole = Buffer.from(bytes)
  const count = Math.ceil(whole.length / blockBytes)
  return Array.from({ length: count }, (_, at) =>
    whole.subarray(at * blockBytes, (at + 1) * blockBytes),
  )
}

/** The password of a User-Password (RFC 2865, section 5.2); null for a length that cannot be. */
export const revealPassword = (
  hidden: Uint8Array,
  { secret, requestAuthenticator }: Keyed,
): Buffer | null => {
  const isWhole = hidden.length > 0 && hidden.length % blockBytes === 0
  if (!isWhole || hidden.length > mostBytes) return null
  const blocks = blocksOf(hidden)
  const clear = Buffer.concat(
    blocks.map((block, at) => xor(block, pad(secret, blocks[at - 1] ?? requestAuthenticator))),
  )
  const end = clear.findLastIndex((byte) => byte !== 0)
  return clear.subarray(0, end + 1)
}

/** A User-Password (RFC 2865, section 5.2). @throws RangeError beyond 128 bytes */
export const hidePassword = (
  password: Uint8Array,
  { secret, requestAuthenticator }: Keyed,
): Buffer => {
  if (password.length > mostBytes) throw new RangeError('the password is too long')
  const length = Math.max(blockBytes, Math.ceil(password.length / blockBytes) * blockBytes)
  const padded = Buffer.concat([password, Buffer.alloc(length - password.length)])
  let before: Uint8Array = requestAuthenticator
  const hidden = blocksOf(padded).map((block) => {
    before = xor(block, pad(secret, before))
    return before
  })
  return Buffer.concat(hidden)
}
