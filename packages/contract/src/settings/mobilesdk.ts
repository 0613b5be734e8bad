import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'
import {
  family,
  readSealedSettings,
  type SettingFault,
  updateSealedSettings,
} from '../kit/settings-family.ts'

const text = (pattern: RegExp) => z.string().trim().max(200, abort).regex(pattern).or(z.literal(''))
/** As Apple gives them to keys and teams. */
const AppleId = text(/^[A-Z0-9]{10}$/)
const BundleId = text(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/)
const ProjectId = text(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/)
const AccountAddress = text(/^[a-z0-9-]+@[a-z0-9-]+\.iam\.gserviceaccount\.com$/)

const fields = z.object({
  /** Notices to iPhones, by the Apple Push Notification service. */
  apnsEnabled: z.boolean(),
  apnsKeyId: AppleId,
  apnsTeamId: AppleId,
  apnsBundleId: BundleId,
  /** For apps that are built for development. */
  apnsSandbox: z.boolean(),
  /** Notices to Android phones, by Firebase Cloud Messaging. */
  fcmEnabled: z.boolean(),
  fcmProjectId: ProjectId,
  fcmClientEmail: AccountAddress,
})
type Values = z.output<typeof fields>

const needed = {
  apnsEnabled: ['apnsKeyId', 'apnsTeamId', 'apnsBundleId'],
  fcmEnabled: ['fcmProjectId', 'fcmClientEmail'],
} as const

const missing = (values: Values, kind: keyof typeof needed): readonly SettingFault[] =>
  values[kind]
    ? needed[kind]
        .filter((name) => values[name] === '')
        .map((path) => ({ path, message: requiredErrorKey }))
    : []

/** How apps of the tenant's own, on phones, are woken by their makers' services. */
export const mobileSdkFamily = family({
  name: 'mobilesdk',
  id: 'MobileSdk',
  fields,
  defaults: {
    apnsEnabled: false,
    apnsKeyId: '',
    apnsTeamId: '',
    apnsBundleId: '',
    apnsSandbox: false,
    fcmEnabled: false,
    fcmProjectId: '',
    fcmClientEmail: '',
  },
  rule: (values) => [...missing(values, 'apnsEnabled'), ...missing(values, 'fcmEnabled')],
  secrets: ['apnsKey', 'fcmKey'],
})

export const readMobileSdk = readSealedSettings(mobileSdkFamily, {
  summary: 'How apps on phones are woken',
})

export const updateMobileSdk = updateSealedSettings(mobileSdkFamily, {
  summary: 'Change how apps on phones are woken',
  description:
    '`apnsKey` is the P-256 key that the Apple developer account gives (.p8), `fcmKey` the RSA key (`private_key`) of the service account: both in PEM (PKCS #8). They sign, and never leave. Nothing of a request goes to Apple or Google but that one waits.',
})

export const deleteMobileSdk = endpoint({
  method: 'DELETE',
  path: '/api/web/v1/settings/mobilesdk',
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  answer: noContent,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  limit: 'change',
  summary: 'Forget how apps on phones are woken, keys included',
})
