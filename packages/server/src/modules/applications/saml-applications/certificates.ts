import { X509Certificate } from 'node:crypto'
import { ApiError } from '../../../kit/errors.ts'

const parsed = (text: string): X509Certificate | null => {
  const isPem = text.includes('-----BEGIN')
  const isBase64 = /^[A-Za-z0-9+/=\s]+$/.test(text)
  if (!isPem && !isBase64) return null
  try {
    return new X509Certificate(isPem ? text : Buffer.from(text, 'base64'))
  } catch {
    return null
  }
}

const fault = (field: string): ApiError =>
  new ApiError('certificate_invalid', { fields: [{ path: field, message: 'no certificate' }] })

/** DER in base64 of a certificate in PEM or base64, as metadata carry them. @throws certificate_invalid */
export const certificateOf = (text: string, field: string): string => {
  const certificate = parsed(text)
  if (certificate === null) throw fault(field)
  return certificate.raw.toString('base64')
}

const leastRsaBits = 2048

/** Whether a certificate (DER in base64) has a key of these kinds that is long enough. */
const isUsable = (text: string, kinds: readonly string[]): boolean => {
  const certificate = parsed(text)
  if (certificate === null) return false
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = certificate.publicKey
  const isLongEnough = kind !== 'rsa' || (details?.modulusLength ?? 0) >= leastRsaBits
  return kind !== undefined && kinds.includes(kind) && isLongEnough
}

/** @throws certificate_invalid for a key that cannot do it, or an RSA key below 2,048 bits */
export const expectKey = (certificate: string, field: string, kinds: readonly string[]): void => {
  if (!isUsable(certificate, kinds)) throw fault(field)
}
