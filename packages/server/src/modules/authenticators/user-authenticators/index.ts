export { userAuthenticatorRoutes } from './user-authenticators.routes.ts'
