export { helpDeskCallRoutes } from './help-desk-calls.routes.ts'
