import { day, type Module } from '../../../kit/module.ts'
import { passkeyDomainRoutes } from './domain.routes.ts'
import { fidoRoutes } from './fido.routes.ts'

export const fidoModule: Module = {
  routes: [fidoRoutes, passkeyDomainRoutes],
  retention: [{ table: 'fido_registrations', column: 'expires_at', graceMillis: day }],
  secretColumns: ['fido_registrations.challenge_hash'],
  openColumns: ['fido_credentials.public_key', 'tenants.passkey_domain'],
}
