import { abort } from '@signet/rules/abort'
import { isUserCodeAtLeast, isUserCodeAtMost } from '@signet/rules/text'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

const fewestCharacters = 8
const mostCharacters = 16

/** As typed: neither spaces nor dashes count, and case is ignored later. */
const UserCode = z
  .string()
  .max(200, abort)
  .overwrite((code) => code.replaceAll(/\s/g, ''))
  .refine((code) => isUserCodeAtLeast(code, fewestCharacters), 'too_short')
  .refine((code) => isUserCodeAtMost(code, mostCharacters), 'too_long')

export const UserCodeQuestion = z
  .object({
    /** Grouped, to be compared with what the device shows. */
    userCode: z.string(),
    applicationName: z.string(),
    applicationLogo: z.string().nullable(),
    /** Nobody but the application itself has named it (RFC 7591). */
    selfRegistered: z.boolean(),
    scopes: z.array(z.string()),
    requested: z.object({
      requestDate: Instant,
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
    /** Of the address; ZZ for one that is nowhere, null where no places are known. */
    country: z.string().nullable(),
    /** The device asks from the network in which this call was made. */
    isNear: z.boolean(),
  })
  .meta({ id: 'UserCodeQuestion' })

const shared = {
  method: 'POST',
  actor: 'user',
  whileDue: true,
  errors: ['user_code_invalid', 'too_many_requests'],
  limit: 'authenticate',
  api: 'authentication',
} as const

export const readUserCode = endpoint({
  ...shared,
  path: '/api/web/v1/authentication/oidc/usercode',
  body: z.object({ userCode: UserCode }).meta({ id: 'UserCodeQuery' }),
  answer: UserCodeQuestion,
  audit: null,
  summary: 'Which device waits for a user code, and from where it asks (RFC 8628)',
})

export const decideUserCode = endpoint({
  ...shared,
  path: '/api/web/v1/authentication/oidc/usercode/decide',
  body: z.object({ userCode: UserCode, allow: z.boolean() }).meta({ id: 'UserCodeDecision' }),
  answer: z.object({ redirect: z.string() }).meta({ id: 'UserCodeOutcome' }),
  audit: 'APPLICATION_DEVICE_DECIDED',
  summary: 'Confirm or refuse the device that waits for a user code',
})
