import { type Module } from '../../../kit/module.ts'
import { authenticatorScopeRoutes } from './authenticator-scopes.routes.ts'

export const authenticatorScopesModule: Module = {
  routes: [authenticatorScopeRoutes],
}
