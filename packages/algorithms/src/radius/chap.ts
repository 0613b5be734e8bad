import { createCipheriv, hash } from 'node:crypto'
import { md4 } from './md4.ts'

interface Challenged {
  /** One byte. */
  readonly id: number
  readonly challenge: Uint8Array
}

/** MD5 over id, password and challenge (RFC 1994, section 4.1). @returns 16 bytes */
export const chapResponse = (password: string, { id, challenge }: Challenged): Buffer =>
  hash('md5', Buffer.concat([Buffer.from([id]), Buffer.from(password), challenge]), 'buffer')

/** RFC 2759, section 8.3. */
const ntHash = (password: string): Buffer => md4(Buffer.from(password, 'utf16le'))

/** Eight bytes of key from seven, each with a bit for parity that DES does not read. */
const desKey = (seven: Uint8Array): Buffer => {
  const bits = seven.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  return Buffer.from(
    Array.from({ length: 8 }, (_, at) => Number((bits >> BigInt(49 - at * 7)) & 0x7fn) << 1),
  )
}

/** Single DES: as triple DES with one key, for OpenSSL has the former no longer. */
const des = (block: Uint8Array, seven: Uint8Array): Buffer => {
  const key = desKey(seven)
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null)
  cipher.setAutoPadding(false)
  return cipher.update(block)
}

/** RFC 2759, section 8.5. @returns 24 bytes */
const challengeResponse = (challenge: Uint8Array, passwordHash: Uint8Array): Buffer => {
  const key = Buffer.concat([passwordHash, Buffer.alloc(5)])
  return Buffer.concat([0, 7, 14].map((at) => des(challenge, key.subarray(at, at + 7))))
}

/** The NT response of MS-CHAP (RFC 2433, section A.5). @returns 24 bytes */
export const msChapResponse = (password: string, challenge: Uint8Array): Buffer =>
  challengeResponse(challenge, ntHash(password))

export interface MsChap2 {
  /** 16 bytes each. */
  readonly peerChallenge: Uint8Array
  readonly authenticatorChallenge: Uint8Array
  /** Without a domain before it. */
  readonly userName: string
}

const challengeHash = ({ peerChallenge, authenticatorChallenge, userName }: MsChap2): Buffer =>
  hash(
    'sha1',
    Buffer.concat([peerChallenge, authenticatorChallenge, Buffer.from(userName)]),
    'buffer',
  ).subarray(0, 8)

/** The NT response of MS-CHAPv2 (RFC 2759, section 8.1). @returns 24 bytes */
export const msChap2Response = (password: string, exchange: MsChap2): Buffer =>
  challengeResponse(challengeHash(exchange), ntHash(password))

const sign = 'Magic server to client signing constant'
const pad = 'Pad to make it do more than one iteration'

/** What proves to the client that its password is known: `S=` and 40 hex digits (RFC 2759, section 8.7). */
export const msChap2Success = (password: string, exchange: MsChap2): string => {
  const response = msChap2Response(password, exchange)
  const twice = md4(ntHash(password))
  const digest = hash('sha1', Buffer.concat([twice, response, Buffer.from(sign)]), 'buffer')
  const proof = Buffer.concat([digest, challengeHash(exchange), Buffer.from(pad)])
  return `S=${hash('sha1', proof, 'hex').toUpperCase()}`
}
