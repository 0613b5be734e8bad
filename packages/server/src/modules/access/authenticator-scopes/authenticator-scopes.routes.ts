import * as contract from '@signet/contract/access/authenticator-scopes'
import { routes } from '../../../kit/routes.ts'
import { readScopes } from './authenticator-scopes.service.ts'

export const authenticatorScopeRoutes = routes(contract, {
  readAuthenticatorScopes: (ctx, { body }) => readScopes(ctx, body.applicationId ?? null),
})
