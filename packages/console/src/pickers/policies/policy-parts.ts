import { provisionable } from '@signet/contract/settings/authenticatorprovisioning'
import type { PolicyPartName } from '@signet/contract/settings/policy-parts'
import { registrationRequirements } from '@signet/rules/authenticators'
import {
  entrustst,
  fido,
  grid,
  kba,
  magiclink,
  otp,
  password,
  passwordreset,
  tempaccesscode,
} from './authenticator-parts.ts'
import { options, type Part, setting } from './policy-settings.ts'

const requirement = options(
  registrationRequirements,
  (value) => `settings:registration.requirement.${value}`,
)
const { choice, choices, duration, lockouts, number, roles, toggle } = setting

const registration: Part<'registration'> = {
  title: 'settings:registration.title',
  settings: {
    registrationEnabled: toggle('settings:registration.fields.registrationEnabled'),
    registrationPeriod: duration('settings:registration.fields.registrationPeriod', 'ms'),
    password: choice('settings:registration.fields.password', requirement),
    google: choice('settings:registration.fields.google', requirement),
    entrustSoftToken: choice('settings:registration.fields.entrustSoftToken', requirement),
    fido: choice('settings:registration.fields.fido', requirement),
    grid: choice('settings:registration.fields.grid', requirement),
    hardwareToken: choice('settings:registration.fields.hardwareToken', requirement),
    kba: choice('settings:registration.fields.kba', requirement),
  },
}

/** In the order that they are offered in. */
export const parts: { readonly [P in PolicyPartName]: Part<P> } = {
  password,
  tenant: {
    title: 'settings:policies.parts.tenant',
    settings: {
      passwordAttempts: number('settings:general.fields.passwordAttempts'),
      passwordLockMillis: duration('settings:general.fields.passwordLockMillis', 'ms'),
    },
  },
  lockout: {
    title: 'settings:guessing.lockouts',
    settings: { authenticators: lockouts('settings:guessing.lockouts') },
  },
  passwordreset,
  passthrough: {
    title: 'settings:policies.parts.passthrough',
    settings: {
      enabled: toggle('settings:connectors.passthrough.enabled'),
      administrators: toggle('settings:connectors.passthrough.administrators'),
    },
  },
  registration,
  verification: {
    title: 'settings:verification.title',
    settings: {
      verificationEnabled: toggle('settings:verification.fields.verificationEnabled'),
    },
  },
  authenticatorprovisioning: {
    title: 'settings:provisioning.title',
    settings: {
      selfService: choices(
        'settings:provisioning.fields.selfService',
        options(provisionable, (value) => `settings:provisioning.kind.${value}`),
      ),
    },
  },
  token: {
    title: 'settings:policies.parts.token',
    settings: { maximumPerUser: number('settings:policies.fields.tokensPerUser') },
  },
  entrustst,
  hardwareoath: {
    title: 'settings:registration.fields.hardwareToken',
    settings: {
      selfAssignment: toggle('settings:policies.fields.selfAssignment'),
      confirmReceipt: toggle('settings:policies.fields.confirmReceipt'),
    },
  },
  grid,
  fido,
  otp,
  magiclink,
  tempaccesscode,
  kba,
  face: {
    title: 'settings:face.rules',
    settings: {
      enabled: toggle('settings:face.fields.enabled'),
      registrationMinutes: number('settings:face.fields.registrationMinutes'),
      challengeSeconds: number('settings:face.fields.challengeSeconds'),
    },
  },
  administratorrole: {
    title: 'settings:policies.parts.administratorrole',
    settings: {
      assignable: choice(
        'settings:policies.fields.assignable',
        options(['ANY', 'LISTED'] as const, (value) => `settings:policies.assignable.${value}`),
      ),
      roleIds: roles('settings:policies.fields.roleIds'),
    },
  },
}
