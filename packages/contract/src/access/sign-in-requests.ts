import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Uuid } from '../kit/schemas.ts'

export const SignInRequest = z
  .object({
    id: Uuid,
    applicationName: z.string(),
    applicationLogo: z.string().nullable(),
    /** Shown by the application too, to be compared (CIBA Core 1.0, section 7.1). */
    bindingMessage: z.string().nullable(),
    scopes: z.array(z.string()),
    requestDate: Instant,
    expiryDate: Instant,
  })
  .meta({ id: 'SignInRequest' })

const path = '/api/web/v1/authentication/oidc/requests'
const shared = { actor: 'user', api: 'authentication' } as const

export const listSignInRequests = endpoint({
  ...shared,
  method: 'GET',
  path,
  answer: z.object({ requests: z.array(SignInRequest) }).meta({ id: 'SignInRequests' }),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Sign-ins that applications ask the caller for, newest first (OpenID Connect CIBA)',
  description: 'At most 20: those that nobody has decided about and whose time is not over.',
})

export const decideSignInRequest = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/decide`,
  body: z.object({ id: Uuid, allow: z.boolean() }).meta({ id: 'SignInRequestDecision' }),
  answer: z.object({ redirect: z.string() }).meta({ id: 'SignInRequestOutcome' }),
  errors: ['not_found'],
  audit: 'APPLICATION_REQUEST_DECIDED',
  limit: 'authenticate',
  summary: 'Allow or refuse a sign-in that an application asks for',
  description:
    'Who allows goes on by the redirect: the rules of the application and the classes that it asks for are judged there, for the session of this call.',
})
