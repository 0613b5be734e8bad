import type { X509Certificate } from 'node:crypto'
import type { SettingFault } from '@signet/contract/kit/settings-family'
import { userCertFamily } from '@signet/contract/settings/usercertauthenticator'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { certificatesIn } from '../../../platform/pem.ts'
import { changeVoucher, gained } from '../vouching/index.ts'

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

type Trust = z.output<typeof userCertFamily.fields>

const fingerprints = ({ trustAnchors }: Trust): readonly string[] =>
  (certificatesIn(trustAnchors) ?? []).map(({ fingerprint256 }) => fingerprint256)

/**
 * Whoever has a certificate of an authority signs in as the user it names.
 * @throws rights_not_held
 */
export const expectAuthorities = (ctx: Context, before: Trust, after: Trust): void => {
  if (!after.enabled) return
  const { enabled, nameFrom, nameIs, clientAuthRequired, refused } = before
  const accepted = gained(after.refused, refused)
  changeVoucher(ctx, {
    subject: { entity: 'SETTINGS', id: userCertFamily.name, name: userCertFamily.name },
    changed: [
      ...(enabled ? [] : ['enabled']),
      ...(gained(fingerprints(before), fingerprints(after)).length === 0 ? [] : ['trustAnchors']),
      ...(nameFrom === after.nameFrom ? [] : ['nameFrom']),
      ...(nameIs === after.nameIs ? [] : ['nameIs']),
      ...(clientAuthRequired && !after.clientAuthRequired ? ['clientAuthRequired'] : []),
      ...(accepted.length === 0 ? [] : ['refused']),
    ],
    users: null,
  })
}
