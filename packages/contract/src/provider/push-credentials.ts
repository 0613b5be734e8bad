import { z } from 'zod'
import { type Family, family } from '../kit/settings-family.ts'
import { mobileSdkFamily } from '../settings/mobilesdk.ts'
import { readCredential, testCredential, updateCredential } from './credential-calls.ts'

export const pushServices = ['APNS', 'FCM'] as const

/** By what apps of a provider’s tenants are woken: as of the tenants’ own apps. */
export const pushCredentialsFamily: Family<
  typeof mobileSdkFamily.fields.shape,
  'apnsKey' | 'fcmKey'
> = family({ ...mobileSdkFamily, name: 'push', id: 'PushCredentials' })

const at = {
  entity: 'PUSHCREDENTIALS',
  path: '/api/web/v1/serviceprovider/pushcredentials',
} as const

export const readPushCredentials = readCredential(pushCredentialsFamily, {
  ...at,
  summary: 'Get the push credentials that tenants inherit',
})

export const updatePushCredentials = updateCredential(pushCredentialsFamily, {
  ...at,
  summary: 'Change the push credentials that tenants inherit',
  description:
    'They wake the apps of each tenant of this provider that has none of its own for the service (`settings/mobilesdk`). A provider closer to the tenant comes first. `apnsKey` is the P-256 key of the Apple developer account (.p8), `fcmKey` the RSA key (`private_key`) of the service account: both in PEM (PKCS #8). Browsers need no credentials: each tenant has a key of its own.',
})

export const testPushCredentials = testCredential(
  z
    .object({
      /** The service that is asked. */
      service: z.enum(pushServices),
    })
    .meta({ id: 'PushCredentialsTest' }),
  {
    ...at,
    path: `${at.path}/test`,
    summary: 'Ask a push service whether it accepts the stored credentials',
    description:
      'No device is woken: APNs is sent a device token that is none, FCM a message that it only validates.',
  },
)
