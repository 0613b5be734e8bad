export { softTokenAppRoutes } from './soft-token-apps.routes.ts'
