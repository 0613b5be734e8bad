import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** What of a certificate names its owner. */
export const certificateNames = ['UPN', 'EMAIL', 'COMMON_NAME', 'SERIAL_NUMBER'] as const
/** What it is compared with. */
export const certificateOwners = ['USER_ID', 'EMAIL', 'USER_PRINCIPAL_NAME'] as const

/** SHA-256 of a whole certificate in hexadecimal; colons and capitals are taken out. */
const Fingerprint = z
  .string()
  .max(200, abort)
  .overwrite((typed) => typed.replace(/[:\s]/g, '').toLowerCase())
  .regex(/^[0-9a-f]{64}$/, 'fingerprint_invalid')

/** Sign-in by a certificate that the browser or a card presents. */
export const userCertFamily = family({
  name: 'usercertauthenticator',
  id: 'UserCertificateSettings',
  fields: z.object({
    enabled: z.boolean(),
    /** Certificates of the authorities that are believed, one after the other, in PEM. */
    trustAnchors: z.string().trim().max(100_000, abort),
    /** Where in the certificate its owner’s name stands. */
    nameFrom: z.enum(certificateNames),
    /** What of a user that name is. */
    nameIs: z.enum(certificateOwners),
    /** The certificate says that it is for client authentication (RFC 5280, section 4.2.1.12). */
    clientAuthRequired: z.boolean(),
    /** SHA-256 fingerprints of certificates that no longer sign in. */
    refused: z.array(Fingerprint).max(1000, abort).refine(areUnique, 'each_once'),
  }),
  defaults: {
    enabled: false,
    trustAnchors: '',
    nameFrom: 'UPN',
    nameIs: 'USER_PRINCIPAL_NAME',
    clientAuthRequired: true,
    refused: [],
  },
  rule: ({ enabled, trustAnchors }) =>
    enabled && trustAnchors === '' ? [{ path: 'trustAnchors', message: requiredErrorKey }] : [],
})

export const readUserCertSettings = readSettings(userCertFamily, {
  summary: 'How people sign in by their certificates',
})

export const updateUserCertSettings = updateSettings(userCertFamily, {
  locksOut: true,
  vouches: true,
  summary: 'Change how people sign in by their certificates',
  description:
    'Nobody signs in by a certificate while `trustAnchors` is empty: only paths that end at one of these authorities are believed, and nothing is fetched to complete them. Each has to be a certificate of an authority that is valid now, with an RSA key of 2,048 bits or more or a key on a curve; 20 at most. No revocation list and no responder is asked: a certificate that must not be used any more stands in `refused`.',
})
