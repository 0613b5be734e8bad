import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { SettingFault } from '@signet/contract/kit/settings-family'
import type { flashPassFamily } from '@signet/contract/settings/flashpass'
import { requiredErrorKey } from '@signet/rules/text'
import type { z } from 'zod'
import { certificatesIn } from '../../../platform/pem.ts'

type Values = z.output<(typeof flashPassFamily)['fields']>

const keyOf = (pem: string | undefined): KeyObject | null => {
  try {
    return pem === undefined ? null : createPrivateKey(pem)
  } catch {
    return null
  }
}

const onlyCertificate = (pem: string): X509Certificate | null => {
  const [first, ...more] = certificatesIn(pem) ?? []
  return first !== undefined && more.length === 0 ? first : null
}

/** One attribute of the subject, such as `UID` or `OU`. */
const subjectPart = ({ subject }: X509Certificate, name: string): string =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

const isOver = ({ validTo }: X509Certificate, now: Date): boolean => new Date(validTo) <= now
const isBefore = ({ validFrom }: X509Certificate, now: Date): boolean => new Date(validFrom) > now

const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  certificate.checkIssued(authority) && certificate.verify(authority.publicKey)

interface Signing {
  readonly values: Values
  readonly certificate: X509Certificate
  readonly now: Date
}

const certificateFaults = ({ values, certificate, now }: Signing): readonly (string | false)[] => [
  subjectPart(certificate, 'UID') !== values.applePassTypeId && 'pass_type_differs',
  subjectPart(certificate, 'OU') !== values.appleTeamId && 'team_differs',
  isOver(certificate, now) && 'certificate_expired',
  isBefore(certificate, now) && 'certificate_not_yet_valid',
]

const authorityFaults = (
  { values, certificate, now }: Signing,
  authority: X509Certificate | null,
): readonly (string | false)[] => [
  values.appleIntermediate !== '' && authority === null && 'certificate_unreadable',
  authority !== null && !isIssuedBy(certificate, authority) && 'authority_differs',
  authority !== null && isOver(authority, now) && 'certificate_expired',
]

const keyFault = (pem: string | undefined, certificate: X509Certificate | null): string | false => {
  const key = keyOf(pem)
  if (pem === undefined) return requiredErrorKey
  if (key === null || key.asymmetricKeyType !== 'rsa') return 'key_unreadable'
  return certificate !== null && !certificate.checkPrivateKey(key) && 'key_differs'
}

const at = (path: string, faults: readonly (string | false)[]): readonly SettingFault[] => {
  const [message] = faults.filter((fault) => fault !== false)
  return message === undefined ? [] : [{ path, message }]
}

type Keys = Readonly<Record<string, string>>

/**
 * What keeps passes from being signed for Apple Wallet, which itself only shows nothing: the type,
 * the team, the time, the key and the authority of the certificate.
 */
export const appleFaults = (values: Values, keys: Keys, now: Date): readonly SettingFault[] => {
  if (!values.appleEnabled) return []
  const certificate = onlyCertificate(values.appleCertificate)
  const key = at('secrets.appleKey', [keyFault(keys.appleKey, certificate)])
  if (values.appleCertificate === '') return key
  if (certificate === null) return [...at('appleCertificate', ['certificate_unreadable']), ...key]
  const signing = { values, certificate, now }
  const authority = onlyCertificate(values.appleIntermediate)
  return [
    ...at('appleCertificate', certificateFaults(signing)),
    ...at('appleIntermediate', authorityFaults(signing, authority)),
    ...key,
  ]
}

/** What keeps links for Google Wallet from being signed: RS256 takes an RSA key. */
export const googleFaults = (values: Values, keys: Keys): readonly SettingFault[] =>
  values.googleEnabled ? at('secrets.googleKey', [keyFault(keys.googleKey, null)]) : []
