import type { X509Certificate } from 'node:crypto'
import { certificatesIn } from '../../../platform/pem.ts'
import { leadsTo } from '../fido/index.ts'

/** RFC 5280, section 4.2.1.12. */
const forClients = '1.3.6.1.5.5.7.3.2'

/**
 * Signatures that others can be made to fit (RFC 6151, RFC 6194), by their object identifiers: RSA
 * with MD2, MD5 and SHA-1, ECDSA and DSA with SHA-1.
 */
const brokenSignatures: ReadonlySet<string> = new Set([
  '2a864886f70d010102',
  '2a864886f70d010104',
  '2a864886f70d010105',
  '2a8648ce3d0401',
  '2a8648ce380403',
])

/** Where the contents of a DER element begin and end (X.690, section 8.1.3). */
const contentsAt = (der: Buffer, start: number) => {
  const first = der.readUInt8(start + 1)
  const count = first < 0x80 ? 0 : first & 0x7f
  const length = count === 0 ? first : der.readUIntBE(start + 2, count)
  const from = start + 2 + count
  return { from, to: from + length }
}

/** The algorithm that its issuer signed with, as hexadecimal contents of the identifier. */
const signatureOf = ({ raw }: X509Certificate): string => {
  const whole = contentsAt(raw, 0)
  const body = contentsAt(raw, whole.from)
  const algorithm = contentsAt(raw, body.to)
  const { from, to } = contentsAt(raw, algorithm.from)
  return raw.toString('hex', from, to)
}

interface Trust {
  readonly trustAnchors: string
  readonly clientAuthRequired: boolean
  /** SHA-256 fingerprints in hexadecimal. */
  readonly refused: readonly string[]
}

const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase()

/**
 * Whether a certificate is a person's and one of the trust anchors stands behind it now (RFC 5280,
 * section 6). Its issuer is itself an anchor: nothing is fetched, no revocation list is asked.
 */
export const isTrusted = (certificate: X509Certificate, trust: Trust, now: Date): boolean => {
  if (certificate.ca) return false
  if (trust.refused.includes(fingerprintOf(certificate))) return false
  if (brokenSignatures.has(signatureOf(certificate))) return false
  if (trust.clientAuthRequired && !(certificate.keyUsage ?? []).includes(forClients)) return false
  return leadsTo([certificate], certificatesIn(trust.trustAnchors) ?? [], now)
}
