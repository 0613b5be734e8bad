export { selfTenantRoutes } from './self-tenants.routes.ts'
