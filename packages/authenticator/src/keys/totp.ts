export const hashes = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const
export type Algorithm = keyof typeof hashes

/** Whether a key is to be encrypted once; it is taken back in as one that cannot be read out. */
export type Making = 'KEPT' | 'TO_SEAL'

/** The key of the codes: it makes them, and cannot be read out again. */
export const importSecret = (
  secret: Uint8Array<ArrayBuffer>,
  algorithm: Algorithm,
  making: Making = 'KEPT',
): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    secret,
    { name: 'HMAC', hash: hashes[algorithm] },
    making === 'TO_SEAL',
    ['sign'],
  )

interface Codes {
  readonly secret: CryptoKey
  readonly digits: number
  readonly periodSeconds: number
}

/** The code of a moment (RFC 6238 over RFC 4226, section 5.3). */
export const codeAt = async ({ secret, digits, periodSeconds }: Codes, millis: number) => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(millis / 1000 / periodSeconds)))
  const mac = new DataView(await crypto.subtle.sign('HMAC', secret, counter.buffer))
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf
  const number = (mac.getUint32(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}
