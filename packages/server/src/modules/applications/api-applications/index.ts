export { apiApplicationRoutes } from './api-applications.routes.ts'
export {
  change as changeApiApplication,
  create as createApiApplication,
  read as readApiApplication,
} from './api-applications.service.ts'
