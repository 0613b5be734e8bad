import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { SignInAuthenticator } from './authentication.ts'

/** What an authenticator may be used for. */
export const AuthenticatorScope = z
  .enum(['FIRST_FACTOR', 'SECOND_FACTOR', 'PASSWORD_RESET', 'VERIFICATION'])
  .meta({ id: 'AuthenticatorScope' })

export const AuthenticatorScopes = z
  .object({
    authenticators: z.array(
      z.object({ authenticator: SignInAuthenticator, scopes: z.array(AuthenticatorScope) }),
    ),
  })
  .meta({ id: 'AuthenticatorScopes' })

export const readAuthenticatorScopes = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/scopes',
  actor: 'public',
  body: z
    .object({
      /** As rules name it; without one: the portal and the console. */
      applicationId: z.string().max(200, abort).optional(),
    })
    .meta({ id: 'AuthenticatorScopesQuery' }),
  answer: AuthenticatorScopes,
  errors: [],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.scopes',
  summary: 'What each kind of authenticator may be used for here',
  description:
    'As the tenant has set it for everybody; nothing is told of a person. An application that does not exist is answered as one without rules.',
})
