import { authenticatorTypes, registrationRequirements } from '@signet/rules/authenticators'
import { locales } from '@signet/rules/locales'
import { z } from 'zod'
import { FidoToken } from '../authenticators/fido.ts'
import { Token } from '../authenticators/tokens.ts'
import { Role } from '../identity/roles.ts'
import { User, UserChange } from '../identity/user.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

const path = '/api/web/v1/self'
const read = { actor: 'user', limit: 'read', audit: null, method: 'GET', errors: [] } as const
const change = { actor: 'user', limit: 'change' } as const

const Reference = z.object({ id: z.string(), name: z.string() })

/** What people see of themselves. */
export const SelfUser = User.omit({ lockReason: true, roles: true })
  .extend({
    tokens: z.array(Token),
    fidoTokens: z.array(FidoToken),
    groups: z.array(Reference),
    grids: z.array(Reference),
    smartCredentials: z.array(Reference),
    tempAccessCode: Reference.nullable(),
    /** When the last one-time code was sent. */
    otpCreateTime: Instant.nullable(),
  })
  .meta({ id: 'SelfUser' })

export const readSelf = endpoint({
  ...read,
  path: `${path}/users`,
  answer: SelfUser,
  summary: 'This user',
})

export const updateSelf = endpoint({
  ...change,
  method: 'PUT',
  path: `${path}/users`,
  body: UserChange.pick({ firstName: true, lastName: true, locale: true }).meta({
    id: 'SelfUserChange',
  }),
  answer: SelfUser,
  errors: ['user_edit_restricted', 'precondition_failed'],
  audit: 'USER_UPDATED',
  summary: 'Change the own name and language',
  description:
    'Users of type LDAP_AD and EXTERNAL change their language only. Contact attributes change by a challenge and its completion.',
})

export const listOwnRoles = endpoint({
  ...read,
  path: `${path}/roles`,
  answer: z.array(Role),
  summary: 'The roles of this user, with what each permits',
})

const Tab = z.enum([
  'APPLICATIONS',
  'AUTHENTICATORS',
  'DEVICES',
  'MY_ACTIVITIES',
  'PROFILE',
  'TENANTS',
])

export const SelfSettings = z
  .object({
    /** Whether lists may be asked for asynchronously. */
    asyncEnabled: z.boolean(),
    /** What people may enrol for themselves. */
    authenticators: z.array(z.enum(authenticatorTypes)),
    sdpEnabled: z.boolean(),
    userTabConfiguration: z.object({
      defaultTab: Tab,
      showApplications: z.boolean(),
      showAuthenticators: z.boolean(),
      showDevices: z.boolean(),
      showMyActivities: z.boolean(),
      showProfile: z.boolean(),
      showTenants: z.boolean(),
    }),
    externalOtpAllowed: z.boolean(),
    userGuideUrl: z.string().nullable(),
    /** Another app's name and store links, by language. */
    googleAuthenticatorOverride: z.partialRecord(
      z.enum(locales),
      z.object({ name: z.string(), androidUrl: z.string(), iosUrl: z.string() }),
    ),
  })
  .meta({ id: 'SelfSettings' })

export const readSelfSettings = endpoint({
  ...read,
  path: `${path}/settings`,
  answer: SelfSettings,
  summary: 'How the user portal is set up for this user',
})

export const readSelfVerification = endpoint({
  ...read,
  path: `${path}/verification`,
  answer: z
    .object({
      verificationRequired: z.boolean(),
      /** Contact attributes that this user has yet to prove. */
      attributes: z.array(z.enum(['email'])),
    })
    .meta({ id: 'SelfVerification' }),
  summary: 'Which contact attributes this user still has to prove',
})

const Requirement = z.enum(registrationRequirements)

export const SelfRegistration = z
  .object({
    registrationEnabled: z.boolean(),
    /** Milliseconds in which a registration has to be finished; null without a limit. */
    registrationPeriod: z.number().nullable(),
    registrationRequired: z.boolean(),
    entrustSoftToken: Requirement,
    fido: Requirement,
    google: Requirement,
    grid: Requirement,
    hardwareToken: Requirement,
    kba: Requirement,
    password: Requirement,
  })
  .meta({ id: 'SelfRegistration' })

export const readSelfRegistration = endpoint({
  ...read,
  path: `${path}/registration`,
  answer: SelfRegistration,
  summary: 'What this user has to register, and whether it is due',
})

export const readPreferredAuthenticator = endpoint({
  ...read,
  path: `${path}/user/preference/authenticator`,
  answer: z
    .object({ authenticator: z.enum(authenticatorTypes).nullable() })
    .meta({ id: 'PreferredAuthenticator' }),
  summary: 'The authenticator this user would rather use',
  description: 'It is the own value `preferredAuthenticator`; null when none is kept.',
})
