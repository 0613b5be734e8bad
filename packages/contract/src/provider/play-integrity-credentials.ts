import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { family } from '../kit/settings-family.ts'
import { about, readCredential, testCredential, updateCredential } from './credential-calls.ts'

export const deviceVerdicts = [
  'MEETS_BASIC_INTEGRITY',
  'MEETS_DEVICE_INTEGRITY',
  'MEETS_STRONG_INTEGRITY',
] as const

const PackageName = z
  .string()
  .max(200, abort)
  .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/)
const Digest = z
  .string()
  .max(44, abort)
  .regex(/^[\w-]{43}=?$/)

/** By what verdicts about Android apps are checked that take soft tokens over. */
export const playIntegrityFamily = family({
  name: 'play-integrity',
  id: 'PlayIntegrityCredentials',
  fields: z.object({
    enabled: z.boolean(),
    /** Application IDs of the apps. */
    packageNames: z.array(PackageName).max(20, abort),
    /** SHA-256 of the certificates that sign the apps, in base64url. Empty: any certificate. */
    certificateDigests: z.array(Digest).max(20, abort),
    /** What the device has to meet. */
    deviceVerdict: z.enum(deviceVerdicts),
    /** Only the app as Google Play distributes it (`PLAY_RECOGNIZED`). */
    recognizedOnly: z.boolean(),
    /** Apps on other platforms may not take soft tokens over. */
    othersRefused: z.boolean(),
    /** The public key for verdicts, from the Play Console: base64 of a SubjectPublicKeyInfo. */
    verificationKey: z.string().trim().max(500, abort),
  }),
  defaults: {
    enabled: false,
    packageNames: [],
    certificateDigests: [],
    deviceVerdict: 'MEETS_DEVICE_INTEGRITY',
    recognizedOnly: true,
    othersRefused: false,
    verificationKey: '',
  },
  rule: ({ enabled, packageNames, verificationKey }) =>
    enabled
      ? [
          ...(packageNames.length === 0
            ? [{ path: 'packageNames', message: requiredErrorKey }]
            : []),
          ...(verificationKey === ''
            ? [{ path: 'verificationKey', message: requiredErrorKey }]
            : []),
        ]
      : [],
  secrets: ['decryptionKey'],
})

const at = {
  entity: 'PLAYINTEGRITYCREDENTIALS',
  path: '/api/web/v1/serviceprovider/playintegritycredentials',
} as const

export const readPlayIntegrityCredentials = readCredential(playIntegrityFamily, {
  ...at,
  summary: 'Get the Play Integrity credentials that tenants inherit',
})

export const updatePlayIntegrityCredentials = updateCredential(playIntegrityFamily, {
  ...at,
  summary: 'Change the Play Integrity credentials that tenants inherit',
  description:
    'While enabled, an app that says it runs on Android sends `integrityToken` when it takes over a soft token of a tenant of this provider (`POST /api/web/v1/softtokens`), and is refused if the verdict is missing or not good enough. An app can claim another platform: `othersRefused` refuses those. `decryptionKey` is the AES key from the Play Console, in base64. A provider closer to the tenant comes first.',
})

const { remove } = callsOn(at.entity, about)

export const deletePlayIntegrityCredentials = endpoint({
  ...remove,
  path: at.path,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'PROVIDER_CREDENTIAL_DELETED',
  summary: 'Delete the Play Integrity credentials, keys included',
  description: 'Verdicts are no longer asked for, unless a provider further above has credentials.',
})

export const testPlayIntegrityCredentials = testCredential(
  z
    .object({
      /** A verdict token that an app got for `nonce`. */
      token: z.string().min(1).max(20_000, abort),
      /** As the app passed it to the Play Integrity API, in base64url. */
      nonce: z
        .string()
        .max(500, abort)
        .regex(/^[\w-]+=*$/),
    })
    .meta({ id: 'PlayIntegrityTest' }),
  {
    ...at,
    path: `${at.path}/test`,
    summary: 'Check a verdict token with the stored keys and rules',
    description: '`detail` says which rule the verdict does not meet.',
  },
)
