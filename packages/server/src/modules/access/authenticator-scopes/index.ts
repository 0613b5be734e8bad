export { authenticatorScopeRoutes } from './authenticator-scopes.routes.ts'
