import { hash, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { der, objectId, readAllDer, readDer, sequence } from '../der.ts'

/* SignedData without its content (RFC 5652, sections 5 and 11): what signs a pass for Apple Wallet. */

const ids = {
  data: objectId('2a864886f70d010701'),
  signedData: objectId('2a864886f70d010702'),
  contentType: objectId('2a864886f70d010903'),
  messageDigest: objectId('2a864886f70d010904'),
  signingTime: objectId('2a864886f70d010905'),
}
const absent = der(0x05)
const sha256 = sequence(objectId('608648016503040201'), absent)
const rsa = sequence(objectId('2a864886f70d010101'), absent)

const set = (...content: readonly Uint8Array[]): Buffer => der(0x31, ...content)
const whole = (value: number): Buffer => der(0x02, Buffer.from([value]))

/** The issuer and the serial number, as they stand in the certificate (RFC 5280, section 4.1). */
const signerOf = ({ raw }: X509Certificate): Buffer => {
  const [tbs] = readAllDer(readDer(raw).content)
  const parts = readAllDer(tbs?.content ?? Buffer.alloc(0))
  // The version comes first where it is not the oldest.
  const [serial, , issuer] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts
  if (serial === undefined || issuer === undefined) throw new Error('a certificate without issuer')
  return sequence(issuer.whole, serial.whole)
}

/** UTCTime until 2049 (RFC 5652, section 11.3). */
const timeOf = (at: Date): Buffer => {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2), 'ascii'))
}

/** A set in DER is ordered by its members' bytes (X.690, section 11.6). */
const attributesOf = (content: Uint8Array, at: Date): Buffer => {
  const attributes = [
    sequence(ids.contentType, set(ids.data)),
    sequence(ids.signingTime, set(timeOf(at))),
    sequence(ids.messageDigest, set(der(0x04, hash('sha256', content, 'buffer')))),
  ]
  return Buffer.concat(attributes.toSorted(Buffer.compare))
}

export interface Signer {
  /** RSA. */
  readonly key: KeyObject
  readonly certificate: X509Certificate
  /** The authority that issued it; sent along. */
  readonly authority: X509Certificate
}

/** Signs bytes that travel apart from the signature, with SHA-256 and RSA: DER of a ContentInfo. */
export const detachedSignature = (
  content: Uint8Array,
  { key, certificate, authority }: Signer,
  at: Date,
): Buffer => {
  const attributes = attributesOf(content, at)
  const signed = sign('sha256', set(attributes), key)
  const signer = sequence(
    whole(1),
    signerOf(certificate),
    sha256,
    der(0xa0, attributes),
    rsa,
    der(0x04, signed),
  )
  const data = sequence(
    whole(1),
    set(sha256),
    sequence(ids.data),
    der(0xa0, certificate.raw, authority.raw),
    set(signer),
  )
  return sequence(ids.signedData, der(0xa0, data))
}
