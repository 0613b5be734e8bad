import { type Module } from '../../../kit/module.ts'
import { entitlementRoutes } from './index.ts'

export const entitlementsModule: Module = {
  routes: [entitlementRoutes],
}
