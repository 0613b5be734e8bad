import { type Module } from '../../../kit/module.ts'
import { selfTenantRoutes } from './self-tenants.routes.ts'

export const selfTenantsModule: Module = {
  routes: [selfTenantRoutes],
}
