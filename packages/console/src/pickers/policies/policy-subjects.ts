import { readAuthenticatorProvisioning } from '@signet/contract/settings/authenticatorprovisioning'
import { readSoftTokenSettings } from '@signet/contract/settings/entrustst'
import { readFaceSettings } from '@signet/contract/settings/face'
import { readFidoSettings } from '@signet/contract/settings/fido'
import { readGeneralSettings } from '@signet/contract/settings/general'
import { readGridSettings } from '@signet/contract/settings/grid'
import { readHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { readKbaSettings } from '@signet/contract/settings/kba'
import { readLockoutSettings } from '@signet/contract/settings/lockout'
import { readMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { readOtpSettings } from '@signet/contract/settings/otp'
import { readPassthroughSettings } from '@signet/contract/settings/passthrough'
import { readPasswordSettings } from '@signet/contract/settings/password'
import { readPasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { type PolicyPartName, policyParts } from '@signet/contract/settings/policy-parts'
import { readRegistrationSettings } from '@signet/contract/settings/registration'
import { readTempAccessCodeSettings } from '@signet/contract/settings/tempaccesscode'
import { readVerificationSettings } from '@signet/contract/settings/verification'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { TextKey } from '../../lib/i18n.ts'

interface Subject {
  readonly title: TextKey<'common'>
  readonly parts: readonly PolicyPartName[]
}

/** Pages of settings under whose address a policy's own values stand, with the parts that each shows. */
export const policySubjects = {
  authenticators: {
    title: 'common:pages.authenticatorSettings',
    parts: [
      'password',
      'passwordreset',
      'tenant',
      'lockout',
      'tempaccesscode',
      'entrustst',
      'hardwareoath',
      'token',
      'grid',
      'otp',
      'fido',
      'magiclink',
      'face',
      'authenticatorprovisioning',
    ],
  },
  registration: {
    title: 'common:pages.registrationSettings',
    parts: ['registration', 'verification'],
  },
  kba: { title: 'common:pages.kbaSettings', parts: ['kba'] },
  userportal: {
    title: 'common:pages.userPortalSettings',
    parts: ['authenticatorprovisioning', 'verification'],
  },
  softtokensdk: { title: 'common:pages.softTokenSdk', parts: ['entrustst'] },
  external: { title: 'common:pages.externalAuthenticators', parts: ['passthrough'] },
} as const satisfies Readonly<Record<string, Subject>>

export type PolicySubject = keyof typeof policySubjects

type Values = Readonly<Record<string, unknown>>
type Read = (options: { readonly signal: AbortSignal }) => Promise<Values>

/** What everybody has. Tokens of a person and roles to be given are settings of policies alone. */
const readers: Readonly<Record<PolicyPartName, Read>> = {
  password: (options) => call(readPasswordSettings, options),
  passwordreset: (options) => call(readPasswordResetSettings, options),
  tenant: (options) => call(readGeneralSettings, options),
  lockout: (options) => call(readLockoutSettings, options),
  tempaccesscode: (options) => call(readTempAccessCodeSettings, options),
  entrustst: (options) => call(readSoftTokenSettings, options),
  hardwareoath: (options) => call(readHardwareOathSettings, options),
  token: async () => policyParts.token.defaults,
  grid: (options) => call(readGridSettings, options),
  otp: (options) => call(readOtpSettings, options),
  fido: (options) => call(readFidoSettings, options),
  magiclink: (options) => call(readMagicLinkSettings, options),
  face: (options) => call(readFaceSettings, options),
  authenticatorprovisioning: (options) => call(readAuthenticatorProvisioning, options),
  registration: (options) => call(readRegistrationSettings, options),
  verification: (options) => call(readVerificationSettings, options),
  kba: (options) => call(readKbaSettings, options),
  passthrough: (options) => call(readPassthroughSettings, options),
  administratorrole: async () => policyParts.administratorrole.defaults,
}

/** What everybody has of these parts. */
export const everybodysQuery = (subject: PolicySubject) =>
  queryOptions({
    queryKey: ['settings', 'everybodys', subject],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Values>> => {
      const read = policySubjects[subject].parts.map(
        async (part) => [part, await readers[part]({ signal })] as const,
      )
      return new Map<string, Values>(await Promise.all(read))
    },
  })
