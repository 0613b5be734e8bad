import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** What people can enrol for themselves. */
export const provisionable = ['ENTRUST_SOFT_TOKEN', 'GOOGLE_AUTHENTICATOR', 'FIDO', 'GRID'] as const

export const authenticatorProvisioningFamily = family({
  name: 'authenticatorprovisioning',
  id: 'AuthenticatorProvisioning',
  fields: z.object({
    /** Kinds that people may enrol for themselves, in the portal and while they sign in. */
    selfService: z.array(z.enum(provisionable)).min(1).max(provisionable.length, abort),
  }),
  defaults: { selfService: [...provisionable] },
  rule: ({ selfService }) => [
    ...(areUnique(selfService) ? [] : [{ path: 'selfService', message: 'named_twice' }]),
    ...(selfService.includes('GOOGLE_AUTHENTICATOR') || selfService.includes('FIDO')
      ? []
      : [{ path: 'selfService', message: 'no_way_to_enrol' }]),
  ],
})

export const readAuthenticatorProvisioning = readSettings(authenticatorProvisioningFamily, {
  summary: 'Which authenticators people enroll for themselves',
})

export const updateAuthenticatorProvisioning = updateSettings(authenticatorProvisioningFamily, {
  summary: 'Change which authenticators people enroll for themselves',
  description:
    'One that can be enrolled while signing in (GOOGLE_AUTHENTICATOR, FIDO) has to stay: whoever needs a second factor gets it there. What people have enrolled stays theirs.',
})
