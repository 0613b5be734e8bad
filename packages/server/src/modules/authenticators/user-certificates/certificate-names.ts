import type { X509Certificate } from 'node:crypto'
import type { certificateNames } from '@signet/contract/settings/usercertauthenticator'

type CertificateName = (typeof certificateNames)[number]

/** Parts that stand between commas; one in quotation marks may hold commas itself. */
const parts = /(?:"(?:[^"\\]|\\.)*"|[^",])+/g

const plain = (text: string): string => {
  if (!text.startsWith('"')) return text
  const read: unknown = JSON.parse(text)
  return typeof read === 'string' ? read : ''
}

/** Values of one kind of alternative name, as Node writes them: quoted where they could deceive. */
const alternatives = ({ subjectAltName }: X509Certificate, kind: string): readonly string[] =>
  (subjectAltName?.match(parts) ?? [])
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${kind}:`))
    .map((part) => plain(part.slice(kind.length + 1)))

const principalNames = (certificate: X509Certificate): readonly string[] =>
  alternatives(certificate, 'othername')
    .filter((name) => name.startsWith('UPN:'))
    .map((name) => name.slice('UPN:'.length))

/** What the subject says under one attribute, once or several times. */
const subjectValues = (certificate: X509Certificate, attribute: string): readonly string[] => {
  const { subject } = certificate.toLegacyObject()
  const found: unknown = Object(subject)[attribute]
  if (typeof found === 'string') return [found]
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

const mailAddresses = (certificate: X509Certificate): readonly string[] => {
  const named = alternatives(certificate, 'email')
  return named.length > 0 ? named : subjectValues(certificate, 'emailAddress')
}

const readers: Readonly<Record<CertificateName, (of: X509Certificate) => readonly string[]>> = {
  UPN: principalNames,
  EMAIL: mailAddresses,
  COMMON_NAME: (certificate) => subjectValues(certificate, 'CN'),
  SERIAL_NUMBER: (certificate) => subjectValues(certificate, 'serialNumber'),
}

/** The name that a certificate says its owner has; null for none, and for more than one. */
export const nameIn = (certificate: X509Certificate, from: CertificateName): string | null => {
  const [name, ...others] = new Set(readers[from](certificate))
  return name === undefined || name.trim() === '' || others.length > 0 ? null : name
}
