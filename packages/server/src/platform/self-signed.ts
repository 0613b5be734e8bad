import { type KeyObject, sign } from 'node:crypto'
import { der, objectId, sequence } from './der.ts'

/* DER (ITU-T X.690) of the one certificate that we make ourselves: a key's own (RFC 5280). */

/** sha256WithRSAEncryption (RFC 4055, section 5). */
const algorithm = sequence(objectId('2a864886f70d01010b'), der(0x05))

/** One common name (RFC 5280, section 4.1.2.4). */
const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(text, 'utf8')))))

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, section 4.1.2.5). */
const timeOf = (at: Date): Buffer => {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : der(0x18, Buffer.from(digits, 'ascii'))
}

/** Critical: the key signs, and does nothing else (RFC 5280, section 4.2.1.3). */
const keyUsage = sequence(
  objectId('551d0f'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, der(0x03, Buffer.from([0x07, 0x80]))),
)

interface SelfSigned {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** At most 64 characters (RFC 5280, upper bound of a common name). */
  readonly commonName: string
  /** Random, at most 20 bytes. */
  readonly serial: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
}

/** The certificate of an RSA key, signed by the key itself: DER of an X.509 v3 certificate. */
export const selfSigned = ({ privateKey, publicKey, ...wanted }: SelfSigned): Buffer => {
  const name = nameOf([...wanted.commonName].slice(0, 64).join(''))
  // Positive, and without a leading zero: the first byte is made 0x01 to 0x7f.
  const serial = Buffer.from(wanted.serial)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x01
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(timeOf(wanted.notBefore), timeOf(wanted.notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(keyUsage)),
  )
  const signature = sign('sha256', tbs, privateKey)
  return sequence(tbs, algorithm, der(0x03, Buffer.from([0]), signature))
}
