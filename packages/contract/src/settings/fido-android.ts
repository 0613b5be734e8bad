import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Java package name with at least two parts (Android, application id). */
const PackageName = z
  .string()
  .max(200, abort)
  .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/)

/** SHA-256 of a signing certificate: 32 bytes as `AB:CD:…`, the way `keytool` prints them. */
const Fingerprint = z
  .string()
  .trim()
  .max(95, abort)
  .toUpperCase()
  .regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/)

/** The tenant's own Android apps. */
export const fidoAndroidFamily = family({
  name: 'fido/configuration/android',
  id: 'FidoAndroidConfiguration',
  fields: z.object({
    apps: z
      .array(
        z.strictObject({
          packageName: PackageName,
          sha256CertFingerprints: z.array(Fingerprint).min(1).max(10, abort),
        }),
      )
      .max(20, abort),
  }),
  defaults: { apps: [] },
  rule: ({ apps }) =>
    new Set(apps.map(({ packageName }) => packageName)).size === apps.length
      ? []
      : [{ path: 'apps', message: 'named_twice' }],
})

export const readFidoAndroidConfiguration = readSettings(fidoAndroidFamily, {
  summary: 'The Android apps that may use passkeys of this tenant',
  catalogueId: 'get:web.v1.settings.fido.configuration.android',
})

export const updateFidoAndroidConfiguration = updateSettings(fidoAndroidFamily, {
  summary: 'Change the Android apps that may use passkeys of this tenant',
  description:
    'Served at /.well-known/assetlinks.json of the tenant’s host (Digital Asset Links). Assertions of an app are taken from the origin of its signing certificate.',
  catalogueId: 'put:web.v1.settings.fido.configuration.android',
})
