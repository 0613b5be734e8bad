export { selfAuthenticatorRoutes } from './self-authenticators.routes.ts'
