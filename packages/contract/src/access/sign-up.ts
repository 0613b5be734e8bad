import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { signUpUserIds } from '../settings/registration.ts'
import { AuthenticationState } from './authentication.ts'

const path = '/api/web/v1/signup'
const shared = {
  method: 'POST',
  actor: 'public',
  limit: 'authenticate',
  api: 'authentication',
} as const

export const SignUpToken = z.string().min(20).max(200, abort)

export const requestSignUp = endpoint({
  ...shared,
  path,
  body: z
    .object({
      email: z.string().max(254, abort).check(z.email()).toLowerCase(),
      firstName: Line(128).optional(),
      lastName: Line(128).optional(),
      termsAccepted: z.boolean().default(false),
    })
    .meta({ id: 'SignUpRequest' }),
  answer: z.object({ accepted: z.literal(true) }).meta({ id: 'SignUpAccepted' }),
  errors: [
    'sign_up_unavailable',
    'sign_up_domain_refused',
    'sign_up_terms_missing',
    'address_blocked',
    'too_many_requests',
  ],
  audit: 'SIGN_UP_REQUESTED',
  summary: 'Ask for an account by an email address',
  description:
    'Only where the tenant lets people sign up by themselves. A link is mailed that is good once, for 24 hours; to an address that has an account already goes a mail that says so. Both are answered alike. At most 10 an hour from one network, 500 in a tenant; a mailbox gets at most three mails an hour, and nobody is told when it has had them.',
})

export const readSignUp = endpoint({
  ...shared,
  path: `${path}/query`,
  body: z.object({ signUpToken: SignUpToken }).meta({ id: 'SignUpQuery' }),
  answer: z
    .object({
      companyName: z.string(),
      email: z.string(),
      /** EMAIL: the address is the user id; CHOSEN: the person chooses one. */
      userId: z.enum(signUpUserIds),
    })
    .meta({ id: 'SignUpInformation' }),
  errors: ['sign_up_link_invalid', 'address_blocked'],
  audit: null,
  summary: 'Whether the link of a sign-up is still good',
  description: 'Uses nothing up: programs that follow links in mails do no harm.',
})

export const completeSignUp = endpoint({
  ...shared,
  path: `${path}/complete`,
  body: z
    .object({
      signUpToken: SignUpToken,
      /** Only where people choose it. */
      userId: Line(256).optional(),
      password: z.string().max(1024, abort),
    })
    .meta({ id: 'SignUpCompletion' }),
  answer: z
    .object({
      userId: z.string(),
      /** Null where the sign-in page decides: the account is there, and its user signs in. */
      authentication: AuthenticationState.nullable().default(null),
    })
    .meta({ id: 'SignedUp' }),
  errors: [
    'sign_up_link_invalid',
    'sign_up_unavailable',
    'user_exists',
    'user_id_not_allowed',
    'password_invalid',
    'password_invalid_compromised',
    'entitlement_ended',
    'entitlement_used_up',
    'address_blocked',
  ],
  audit: 'USER_SIGNED_UP',
  summary: 'Use the link of a sign-up: make the account',
  description:
    'The address counts as proven, and the link is used up. `authentication` continues as the first sign-in by the password: with a session, or with what the authentication flow, resource rules and registration demand. It is null where sign-ins do not begin with a password, or this one is refused. A link can be tried 20 times.',
})

export const SignUp = z
  .object({
    id: Uuid,
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'SignUp' })

const { view, remove } = callsOn('USERS')
const wholeTenant = 'An administrator limited to groups has none of them in sight.'

export const listSignUps = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v1/signupspaged',
  limit: 'search',
  body: PageRequest.meta({ id: 'SignUpPageRequest' }),
  answer: pageOf(SignUp),
  errors: ['access_denied'],
  summary: 'Sign-ups whose link was not used yet, the newest first',
  description: wholeTenant,
})

export const deleteSignUp = endpoint({
  ...remove,
  path: '/api/web/v1/signups/:id',
  params: IdParams,
  ordinary: 'userWork',
  errors: ['not_found', 'access_denied'],
  audit: 'SIGN_UP_DELETED',
  summary: 'Take a sign-up back: its link ends at once',
  description: wholeTenant,
})
