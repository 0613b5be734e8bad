import { abort } from '@signet/rules/abort'
import { restrictionValues } from '@signet/rules/restrictions'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

export const NewPassword = z.string().min(1).max(1024, abort)

/** What is known of a user's password; never the password. */
export const PasswordStatus = z
  .object({
    present: z.boolean(),
    compromised: z.boolean(),
    /** The next sign-in demands a new one. */
    forceUpdate: z.boolean(),
    expiryTime: Instant.nullable(),
    changedAt: Instant.nullable(),
    status: z.enum(['', 'ACTIVE', 'COMPROMISED', 'CHANGEREQUIRED', 'EXPIRED']),
    /** Until when wrong answers from strange devices keep it locked. */
    lockoutExpiry: Instant.nullable(),
  })
  .meta({ id: 'PasswordStatus' })

/** What a password is not good for, though it meets the rules. */
export const PasswordWarning = z.enum(['radius_too_long']).meta({ id: 'PasswordWarning' })

/** The state of a password that was just set. */
export const SetPasswordStatus = PasswordStatus.extend({
  /** radius_too_long: RADIUS carries 128 bytes, and this tenant has a RADIUS application. */
  warnings: z.array(PasswordWarning).default([]),
}).meta({ id: 'SetPasswordStatus' })

/** Which rules a password fails: `too_short`, `digit_required`, `compromised`, `history`... */
export const PasswordVerdict = z
  .object({
    valid: z.boolean(),
    failed: z.array(z.string()),
    warnings: z.array(PasswordWarning).default([]),
  })
  .meta({ id: 'PasswordVerdict' })

const Restriction = z.enum(restrictionValues)

/** The rules a new password has to meet. */
export const PasswordRules = z
  .object({
    minimumLength: z.int(),
    maximumLength: z.int(),
    classes: z.object({
      digit: Restriction,
      lowercase: Restriction,
      uppercase: Restriction,
      special: Restriction,
    }),
    /** How many former passwords may not come back. */
    historySize: z.int(),
    /** 0: none. */
    minimumAgeMillis: z.number(),
    /** 0: passwords do not expire. */
    maximumAgeMillis: z.number(),
    refuseCompromised: z.boolean(),
  })
  .meta({ id: 'PasswordRules' })

const params = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid'
const { view, edit } = callsOn('USERS')
const faults = [
  'password_invalid',
  'password_invalid_compromised',
  'password_invalid_history',
] as const

export const readUserPassword = endpoint({
  ...view,
  path: `${path}/passwords`,
  params,
  answer: PasswordStatus,
  errors: ['user_not_found'],
  summary: 'State of a user’s password',
})

export const setUserPassword = endpoint({
  ...edit,
  path: `${path}/passwords`,
  params,
  body: z
    .object({
      password: NewPassword,
      /** The user has to choose another at the next sign-in. */
      forceUpdate: z.boolean().default(true),
    })
    .meta({ id: 'PasswordAssignment' }),
  answer: SetPasswordStatus,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'user_not_found', 'rights_not_held', ...faults],
  audit: 'PASSWORD_SET',
  summary: 'Set a user’s password',
  description: 'Ends every session of the user and tells them by mail.',
})

export const deleteUserPassword = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/passwords`,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'not_found', 'rights_not_held'],
  audit: 'PASSWORD_DELETED',
  summary: 'Take a user’s password away',
})

export const notifyUserPassword = endpoint({
  ...edit,
  path: `${path}/password/notify`,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'email_server_missing'],
  audit: 'PASSWORD_NOTIFIED',
  summary: 'Ask a user by mail to set a new password',
  description: 'The mail leads to the password reset; a password is never mailed.',
})

export const validateUserPassword = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/password/validate`,
  params,
  body: z.object({ password: NewPassword }).meta({ id: 'PasswordCandidate' }),
  answer: PasswordVerdict,
  errors: ['user_not_found'],
  limit: 'heavy',
  summary: 'Whether a password would be accepted for a user',
  description: 'Former passwords are not compared: that would tell an administrator about them.',
})

export const readUserPasswordRules = endpoint({
  ...view,
  path: `${path}/settings/password`,
  params,
  answer: PasswordRules,
  errors: ['user_not_found'],
  summary: 'The password rules that hold for a user',
})
