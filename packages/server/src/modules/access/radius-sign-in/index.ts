export { radiusSignInRoutes } from './radius-sign-in.routes.ts'
