export { emailStateRoutes } from './email-state.routes.ts'
