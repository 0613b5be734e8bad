import { hour, type Module } from '../../kit/module.ts'
import { oidcInteractionRoutes } from './access/interactions.routes.ts'
import { signInRequestRoutes } from './ciba/sign-in-requests.routes.ts'
import { userCodeRoutes } from './devices/user-codes.routes.ts'

export const oidcModule: Module = {
  routes: [oidcInteractionRoutes, signInRequestRoutes, userCodeRoutes],
  retention: [
    { table: 'oidc_tokens', column: 'expires_at', graceMillis: hour },
    { table: 'oidc_grants', column: 'expires_at', graceMillis: hour },
  ],
  secretColumns: [
    'oidc_device_codes.user_code_hmac',
    'oidc_device_codes.token_id',
    'oidc_sign_in_requests.sealed_notification',
    'oidc_sign_in_requests.token_id',
    'oidc_tokens.answer',
    'oidc_tokens.id',
  ],
}
