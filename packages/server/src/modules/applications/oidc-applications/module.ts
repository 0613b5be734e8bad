import { type Module } from '../../../kit/module.ts'
import { oidcApplicationRoutes } from './index.ts'

export const oidcApplicationsModule: Module = {
  routes: [oidcApplicationRoutes],
  secretColumns: ['oidc_applications.registration_hash', 'oidc_applications.secret_hash'],
  openColumns: ['oidc_applications.access_token_format', 'oidc_applications.id_token_algorithm'],
}
