export { selfUserRoutes } from './self-user.routes.ts'
