import { type Module } from '../../../kit/module.ts'
import { identityProviderRoutes, samlIdentityProviderRoutes } from './index.ts'

export const identityProvidersModule: Module = {
  routes: [identityProviderRoutes, samlIdentityProviderRoutes],
  secretColumns: ['identity_providers.sealed_secret'],
}
