import { abort } from '@signet/rules/abort'
import { longestAttributeValue } from '@signet/rules/attribute-types'
import { z } from 'zod'
import { UserChange } from '../identity/user.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent } from '../kit/schemas.ts'
import { SelfUser } from './self.ts'

/** Where the code went, as far as its owner needs to know. */
export const ContactChallenge = z
  .object({ hint: z.string(), expiresAt: Instant, resendAfter: Instant })
  .meta({ id: 'ContactChallenge' })

const response = Line(20)
const EmailAddress = UserChange.shape.email.unwrap().unwrap()
const PhoneNumber = UserChange.shape.mobile.unwrap().unwrap()
const Optional = z.enum(['mobile', 'phone'])

const change = { actor: 'user', limit: 'authenticate', method: 'POST' } as const
const inTab = { tab: 'PROFILE' } as const
const challenged = {
  answer: ContactChallenge,
  audit: 'CONTACT_CHALLENGED',
} as const
const asked = [
  'step_up_required',
  'user_edit_restricted',
  'no_contact',
  'too_many_requests',
] as const
const completed = { answer: SelfUser, audit: 'USER_UPDATED' } as const
const answered = ['no_otp', 'invalid_user_response', 'user_edit_restricted', 'user_exists'] as const

export const challengeContactVerification = endpoint({
  ...change,
  whileDue: true,
  path: '/api/web/v1/contact/verification/challenge',
  body: z.object({ attribute: z.enum(['email']) }).meta({ id: 'ContactVerificationChallenge' }),
  ...challenged,
  errors: ['no_contact', 'too_many_requests'],
  summary: 'Send a code to the own address, to prove that it is read',
  description:
    'One code is good once, for this session alone. Another one is sent only after `resendAfter`; until then the last one holds.',
})

export const authenticateContactVerification = endpoint({
  ...change,
  whileDue: true,
  path: '/api/web/v1/contact/verification/authenticate',
  body: z
    .object({ attribute: z.enum(['email']), response })
    .meta({ id: 'ContactVerificationAnswer' }),
  answer: SelfUser,
  audit: 'CONTACT_VERIFIED',
  errors: ['no_otp', 'invalid_user_response'],
  summary: 'Prove the own address by the code that was sent to it',
  description: 'Wrong codes are counted: after five of them another code has to be asked for.',
})

const path = '/api/web/v1/self/users'

export const challengeSystemAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/systemattributes/challenge`,
  body: z
    .object({ attribute: z.enum(['email']), value: EmailAddress })
    .meta({ id: 'SystemAttributeChallenge' }),
  ...challenged,
  errors: asked,
  summary: 'Begin to change the own email address: a code goes to the new one',
  description: 'The address changes only once the code has come back from this session.',
})

export const completeSystemAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/systemattributes/complete`,
  body: z
    .object({ attribute: z.enum(['email']), response })
    .meta({ id: 'SystemAttributeCompletion' }),
  ...completed,
  errors: answered,
  summary: 'Change the own email address by the code that was sent to it',
  description: 'The former address is told of it.',
})

export const challengeOptionalAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/optionalattributes/challenge`,
  body: z
    .object({ attribute: Optional, value: PhoneNumber.nullable() })
    .meta({ id: 'OptionalAttributeChallenge' }),
  ...challenged,
  errors: asked,
  summary: 'Begin to change or remove an own number: a code goes to the own address',
})

export const completeOptionalAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/optionalattributes/complete`,
  body: z.object({ attribute: Optional, response }).meta({ id: 'OptionalAttributeCompletion' }),
  ...completed,
  errors: answered,
  summary: 'Change or remove an own number by the code that was sent',
})

const removal = {
  actor: 'user',
  limit: 'change',
  method: 'DELETE',
  answer: noContent,
  audit: 'USER_UPDATED',
} as const

export const deleteOptionalAttribute = endpoint({
  ...removal,
  ...inTab,
  path: `${path}/optionalattributes`,
  query: z.object({ attribute: Optional }),
  errors: ['step_up_required', 'user_edit_restricted'],
  summary: 'Remove an own number, right after signing in or confirming who one is',
})

export const challengeExtraAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/extraattributes/challenge`,
  body: z
    .object({ attribute: Line(64), value: z.string().max(longestAttributeValue, abort).nullable() })
    .meta({ id: 'ExtraAttributeChallenge' }),
  ...challenged,
  errors: [...asked, 'user_attribute_not_found'],
  summary: 'Begin to change or remove a value of an attribute that people may change',
  description: 'The code goes to the new value if that is a mail address, else to the own address.',
})

export const completeExtraAttribute = endpoint({
  ...change,
  ...inTab,
  path: `${path}/extraattributes/complete`,
  body: z.object({ attribute: Line(64), response }).meta({ id: 'ExtraAttributeCompletion' }),
  ...completed,
  errors: answered,
  summary: 'Change or remove the value by the code that was sent',
})

export const deleteExtraAttribute = endpoint({
  ...removal,
  ...inTab,
  path: `${path}/extraattributes`,
  query: z.object({ attribute: Line(64) }),
  errors: ['step_up_required', 'user_edit_restricted', 'user_attribute_not_found'],
  summary: 'Remove an own value, right after signing in or confirming who one is',
})
