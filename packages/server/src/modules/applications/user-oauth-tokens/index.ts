export { userOauthTokenRoutes } from './user-oauth-tokens.routes.ts'
