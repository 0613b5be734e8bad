import { abort } from '@signet/rules/abort'
import { registrationRequirements } from '@signet/rules/authenticators'
import { areUnique } from '@signet/rules/lists'
import { hasHostLabels } from '@signet/rules/network'
import { isHttpsUrl } from '@signet/rules/uris'
import { z } from 'zod'
import { Millis } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const Requirement = z.enum(registrationRequirements)
const hour = 3_600_000
const HttpsUrl = z.string().max(500, abort).refine(isHttpsUrl, 'not_https')
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, abort)
  .refine((text) => text.includes('.') && hasHostLabels(text), 'not_a_domain')

/** EMAIL: the address is the user id; CHOSEN: people choose one. */
export const signUpUserIds = ['EMAIL', 'CHOSEN'] as const

export const registrationFamily = family({
  name: 'registration',
  id: 'RegistrationSettings',
  fields: z.object({
    /** Whether people who register are asked for what follows. */
    registrationEnabled: z.boolean(),
    /** Milliseconds in which a registration has to be finished; null without a limit. */
    registrationPeriod: Millis(hour, 365 * 24 * hour).nullable(),
    /** The service where people who have no account yet sign up; null where nobody does. */
    onboardingUrl: HttpsUrl.nullable(),
    /** Whether people make an account by themselves; never beside such a service. */
    selfRegistration: z.boolean(),
    signUpUserId: z.enum(signUpUserIds),
    /** Domains of the addresses that may sign up; empty for any. */
    signUpDomains: z.array(Domain).max(100, abort),
    /** The terms that are accepted on the way; null where there are none. */
    signUpTermsUrl: HttpsUrl.nullable(),
    entrustSoftToken: Requirement,
    fido: Requirement,
    google: Requirement,
    grid: Requirement,
    hardwareToken: Requirement,
    kba: Requirement,
    password: Requirement,
  }),
  defaults: {
    registrationEnabled: true,
    registrationPeriod: null,
    onboardingUrl: null,
    selfRegistration: false,
    signUpUserId: 'EMAIL',
    signUpDomains: [],
    signUpTermsUrl: null,
    entrustSoftToken: 'OPTIONAL',
    fido: 'OPTIONAL',
    google: 'OPTIONAL',
    grid: 'OPTIONAL',
    hardwareToken: 'OPTIONAL',
    kba: 'OPTIONAL',
    password: 'OPTIONAL',
  },
  rule: ({ signUpDomains }) =>
    areUnique(signUpDomains) ? [] : [{ path: 'signUpDomains', message: 'named_twice' }],
})

export const readRegistrationSettings = readSettings(registrationFamily, {
  summary: 'What people register when they join',
})

export const updateRegistrationSettings = updateSettings(registrationFamily, {
  breaksHeld: true,
  summary: 'Change what people register when they join',
  description:
    'Nothing can be required that people have no way to register: questions that nobody is asked, cards that people do not enroll, tokens that they do not take over.',
})
