export { apiApplicationRoutes } from './api-applications.routes.ts'
export { create as createApiApplication } from './api-applications.service.ts'
