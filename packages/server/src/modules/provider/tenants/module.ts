import { type Module } from '../../../kit/module.ts'
import { tenantRoutes } from './tenants.routes.ts'

export const tenantsModule: Module = {
  routes: [tenantRoutes],
}
