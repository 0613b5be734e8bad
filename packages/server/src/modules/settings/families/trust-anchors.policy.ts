import type { X509Certificate } from 'node:crypto'
import type { SettingFault } from '@signet/contract/kit/settings-family'
import type { Context } from '../../../kit/context.ts'
import { certificatesIn } from '../../../platform/pem.ts'

const mostAnchors = 20
const leastRsaBits = 2048

const isStrong = ({ publicKey }: X509Certificate): boolean => {
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = publicKey
  return kind === 'rsa' ? (details?.modulusLength ?? 0) >= leastRsaBits : kind !== undefined
}

const isAuthority = (certificate: X509Certificate, now: Date): boolean =>
  certificate.ca &&
  certificate.validFromDate <= now &&
  now <= certificate.validToDate &&
  isStrong(certificate)

/** What is believed must be able to vouch: authorities alone, valid now, with keys that hold. */
export const ownAnchors = (
  { platform }: Context,
  { trustAnchors }: { readonly trustAnchors: string },
): readonly SettingFault[] => {
  const found = certificatesIn(trustAnchors)
  const now = platform.clock.now()
  const isFit =
    found !== null &&
    found.length <= mostAnchors &&
    found.every((certificate) => isAuthority(certificate, now))
  return isFit ? [] : [{ path: 'trustAnchors', message: 'authority_invalid' }]
}
