export { carriedByRadius } from './carried.ts'
export { radiusSignInRoutes } from './radius-sign-in.routes.ts'
