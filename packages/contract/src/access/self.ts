import { authenticatorTypes, registrationRequirements } from '@signet/rules/authenticators'
import { z } from 'zod'
import { FidoToken } from '../authenticators/fido.ts'
import { TemporaryAccessCode } from '../authenticators/temp-access-codes.ts'
import { Token } from '../authenticators/tokens.ts'
import { Role } from '../identity/roles.ts'
import { User, UserChange } from '../identity/user.ts'
import { UserAttribute } from '../identity/user-attribute.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'
import { GoogleAuthenticatorOverride, UserTabConfiguration } from '../settings/user-tabs.ts'

const path = '/api/web/v1/self'
const read = { actor: 'user', limit: 'read', audit: null, method: 'GET', errors: [] } as const
const readWhileDue = { ...read, whileDue: true } as const
const change = { actor: 'user', limit: 'change' } as const

const Reference = z.object({ id: z.string(), name: z.string() })

/** What people see of themselves. */
export const SelfUser = User.omit({ lockReason: true, roles: true, invitation: true })
  .extend({
    tokens: z.array(Token),
    fidoTokens: z.array(FidoToken),
    grids: z.array(Reference),
    smartCredentials: z.array(Reference),
    tempAccessCode: TemporaryAccessCode.nullable(),
    /** When the last one-time code was sent. */
    otpCreateTime: Instant.nullable(),
    /** What the tenant’s own attributes are that this user sees. */
    userAttributes: z.array(
      UserAttribute.pick({
        id: true,
        name: true,
        description: true,
        type: true,
        choices: true,
        required: true,
        userEditable: true,
      }),
    ),
  })
  .meta({ id: 'SelfUser' })

export const readSelf = endpoint({
  ...readWhileDue,
  path: `${path}/users`,
  answer: SelfUser,
  summary: 'This user',
})

export const updateSelf = endpoint({
  ...change,
  tab: 'PROFILE',
  method: 'PUT',
  path: `${path}/users`,
  body: UserChange.pick({
    firstName: true,
    lastName: true,
    locale: true,
    userAttributeValues: true,
  }).meta({
    id: 'SelfUserChange',
  }),
  answer: SelfUser,
  errors: ['user_exists', 'user_edit_restricted', 'precondition_failed'],
  audit: 'USER_UPDATED',
  summary: 'Change the own name, language, and what own attributes people may change',
  description:
    'Users of type LDAP_AD and EXTERNAL change their language only. Contact attributes change by a challenge and its completion.',
})

export const listOwnRoles = endpoint({
  ...readWhileDue,
  path: `${path}/roles`,
  answer: z.array(Role),
  summary: 'The roles of this user, with what each permits',
})

export const SelfSettings = z
  .object({
    /** Whether lists may be asked for asynchronously. */
    asyncEnabled: z.boolean(),
    /** What this user may enrol, or take over from stock, without an administrator. */
    authenticators: z.array(z.enum(authenticatorTypes)),
    sdpEnabled: z.boolean(),
    userTabConfiguration: UserTabConfiguration,
    externalOtpAllowed: z.boolean(),
    userGuideUrl: z.string().nullable(),
    /** Another app's name and store links, by language. */
    googleAuthenticatorOverride: GoogleAuthenticatorOverride,
  })
  .meta({ id: 'SelfSettings' })

export const readSelfSettings = endpoint({
  ...readWhileDue,
  path: `${path}/settings`,
  answer: SelfSettings,
  summary: 'How the user portal is set up for this user',
})

export const readSelfVerification = endpoint({
  ...readWhileDue,
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

/** What a registration may ask for. */
export const registrable = [
  'password',
  'google',
  'entrustSoftToken',
  'fido',
  'grid',
  'hardwareToken',
  'kba',
] as const

export const SelfRegistration = z
  .object({
    registrationEnabled: z.boolean(),
    /** Milliseconds in which a registration has to be finished; null without a limit. */
    registrationPeriod: z.number().nullable(),
    registrationRequired: z.boolean(),
    /** When the registration has to be finished; null without a limit, or when nothing is due. */
    registrationDueAt: Instant.nullable(),
    /** What is required, not there yet, and can be registered. */
    missing: z.array(z.enum(registrable)),
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
  ...readWhileDue,
  path: `${path}/registration`,
  answer: SelfRegistration,
  summary: 'What this user has to register, and whether it is due',
})

export const completeSelfRegistration = endpoint({
  ...change,
  whileDue: true,
  method: 'PUT',
  path: `${path}/registration/complete`,
  answer: SelfRegistration,
  errors: ['registration_incomplete', 'registration_expired'],
  audit: 'USER_REGISTERED',
  summary: 'Finish the own registration',
  description:
    'Refused while something is missing. An authenticator app counts as the soft token too. Calling it again changes nothing.',
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
